/**
 * Reads a field of an output that the contract doesn't name, such as one that the service has added since. Outputs keep
 * these fields; only their types lack them, so that a misspelt name doesn't compile.
 * @param output an output, or an object in it
 * @returns the value as the service sent it; undefined if the response lacks it
 */
export function unknownField(output: object, name: string): unknown {
  return Object.hasOwn(output, name) ? Reflect.get(output, name) : undefined;
}
