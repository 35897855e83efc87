/**
 * What scripts of the extension's share on a page, by its name. A page's elements are to be had by their ids in the same
 * way, but are no properties of the global object's own.
 */
export function sharedAs<N extends keyof typeof globalThis>(name: N): (typeof globalThis)[N] | undefined {
  return Object.hasOwn(globalThis, name) ? globalThis[name] : undefined;
}
