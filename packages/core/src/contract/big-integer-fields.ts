import { compileSchema } from "../schema/compile-schema.ts";
import type { StandardSchema } from "../schema/schema.ts";
import { bigIntegerPaths } from "./big-integers.ts";

/** Returns the paths of a schema's big integers, from the root of the body: `id`, `[].id`, `deliveries.[].id`. */
export function bigIntegerFields(schema: StandardSchema): readonly string[] {
  return bigIntegerPaths(compileSchema(schema));
}
