import type { Fields } from "../input.ts";

/** What calls that go one at a time agree in; a value that is undefined agrees with every other. */
export interface SerialKey {
  readonly fields: string;
  readonly values: readonly (string | undefined)[];
}

/** The key of a call; undefined where any number may go at once. */
export function serialKey(fields: readonly string[], input: Fields): SerialKey | undefined {
  if (fields.length === 0) return undefined;
  return {
    fields: fields.join(),
    // Names don't count by the case of their letters.
    values: fields.map((field) => (input[field] === undefined ? undefined : String(input[field]).toLowerCase())),
  };
}

/** Must one of them wait for the other? */
export function clash(a: SerialKey, b: SerialKey): boolean {
  return (
    a.fields === b.fields &&
    a.values.every((value, index) => {
      const other = b.values[index];
      return value === undefined || other === undefined || value === other;
    })
  );
}
