/** Reads a property of any value; undefined if a getter or proxy throws. */
export function readProperty(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}
