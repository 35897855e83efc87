import type { SchemaLike } from "../contract/definition.ts";
import { compiledValidation } from "./compiled.ts";
import { interpreted } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/** Number of checks of a schema after which generated code pays off. */
const COMPILE_AFTER = 100;

/** Starts with plain functions, and generates code for frequently used schemas if that is allowed. */
export function adaptiveValidation(): Validation {
  const checks = new WeakMap<SchemaLike, number>();
  let compiled: Validation | undefined;
  return (schema, value) => {
    const count = checks.get(schema) ?? 0;
    if (count < COMPILE_AFTER) {
      checks.set(schema, count + 1);
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
