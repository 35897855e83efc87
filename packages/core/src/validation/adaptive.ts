import type { StandardSchema } from "../schema/schema.ts";
import { compiledValidation } from "./compiled.ts";
import { interpreted } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/** Number of checks of a schema after which generating code for it is worthwhile. */
const COMPILE_AFTER = 100;

/** Creates a validation that starts with plain functions, and generates code for frequently used schemas if allowed. */
export function adaptiveValidation(): Validation {
  const checkCounts = new WeakMap<StandardSchema, number>();
  let compiled: Validation | undefined;
  return (schema, value) => {
    const count = checkCounts.get(schema) ?? 0;
    if (count < COMPILE_AFTER) {
      checkCounts.set(schema, count + 1);
      return interpreted(schema, value);
    }
    compiled ??= compiledIfAllowed();
    return compiled(schema, value);
  };
}

function compiledIfAllowed(): Validation {
  try {
    return compiledValidation();
  } catch {
    return interpreted;
  }
}
