/**
 * Reads a global that the extension's scripts on a page share. Only own properties count, because elements of the page
 * are also accessible as globals by their IDs.
 */
export function sharedGlobal<N extends keyof typeof globalThis>(name: N): (typeof globalThis)[N] | undefined {
  return Object.hasOwn(globalThis, name) ? globalThis[name] : undefined;
}
