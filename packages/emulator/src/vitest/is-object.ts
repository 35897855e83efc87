/** Returns whether a value is an object with named fields, and neither an array nor an asymmetric matcher. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("asymmetricMatch" in value);
}
