import { readProperty } from "../internal/read-property.ts";

/**
 * Returns the strings of a value that are secret, so that messages can redact them.
 * @param paths the secret fields: `secrets.[].value`
 */
export function secretValues(value: unknown, paths: readonly string[]): string[] {
  return paths.flatMap((path) => stringsAt(value, path.split(".")));
}

function stringsAt(value: unknown, [segment, ...rest]: readonly string[]): string[] {
  if (segment === undefined) return typeof value === "string" && value !== "" ? [value] : [];
  if (segment === "[]") return Array.isArray(value) ? value.flatMap((item) => stringsAt(item, rest)) : [];
  return stringsAt(readProperty(value, segment), rest);
}
