import { compileSchema } from "../schema/compile-schema.ts";
import { fieldPathsOf, lazyPerSchema } from "../schema/field-paths.ts";
import type { StandardSchema } from "../schema/schema.ts";

const digitPaths = lazyPerSchema<readonly string[]>(
  (schema) => fieldPathsOf(schema, (field) => field === "digits"),
  [],
);

/** Returns the paths of a schema's big integers, from the root of the body: `id`, `[].id`, `deliveries.[].id`. */
export function bigIntegerFields(schema: StandardSchema): readonly string[] {
  return digitPaths(compileSchema(schema));
}
