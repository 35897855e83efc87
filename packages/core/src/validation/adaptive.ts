import type { SchemaLike } from "../contract/definition.ts";
import { compiledValidation } from "./compiled.ts";
import { interpreted } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/** After so many checks of a schema, making code for it has been worth the while. */
const WORTHWHILE = 100;

/** Begins with plain functions, and makes code for what it checks often, where code may be made. */
export function adaptiveValidation(): Validation {
  const checks = new WeakMap<SchemaLike, number>();
  let fast: Validation | undefined;
  return (schema, value) => {
    const before = checks.get(schema) ?? 0;
    if (before < WORTHWHILE) {
      checks.set(schema, before + 1);
      return interpreted(schema, value);
    }
    fast ??= compiledIfAllowed();
    return fast(schema, value);
  };
}

function compiledIfAllowed(): Validation {
  try {
    return compiledValidation();
  } catch {
    return interpreted;
  }
}
