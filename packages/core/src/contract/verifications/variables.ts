import { readProperty } from "../../internal/read-property.ts";

/** Returns whether a variable has the value of the input. */
export function hasValue(output: unknown, { value }: Readonly<Record<string, unknown>>): boolean {
  const current = readProperty(output, "value");
  return typeof current === "string" && current === value;
}
