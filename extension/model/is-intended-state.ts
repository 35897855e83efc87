/** Returns whether a state is the one that an intent requested. */
export function isIntendedState(state: object | undefined, intent: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(state ?? {}));
  return Object.entries(intent).every(([field, expected]) => fields.get(field) === expected);
}
