/** The values of an open enum that the contract names; of a string without any, all. */
export type NamedValue<T> = [LiteralOf<T>] extends [never] ? T : LiteralOf<T>;

type LiteralOf<T> = T extends unknown ? (string extends T ? never : T) : never;

/**
 * Whether a value is one of those listed. Enums of responses are open, because the service can add values; those of
 * requests are not. So it narrows a value of a response for a request, and does not compile with a misspelt name.
 */
export function isOneOf<T extends string, const Names extends readonly NamedValue<T>[]>(
  value: T,
  ...names: Names
): value is T & Names[number] {
  return names.some((name) => name === value);
}
