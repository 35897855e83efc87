import * as z from "zod/mini";
import { isSchema } from "../contract/defined.ts";
import type { SchemaLike } from "../contract/definition.ts";
import { InputError } from "../errors.ts";
import { interpreted, parsed } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/**
 * Holds answers against the contract with code made for each schema at its first use: several times as fast, for processes
 * that live long enough to earn it back.
 * @throws InputError where no code may be made, as under an extension's content security policy
 */
export function compiledValidation(): Validation {
  try {
    new Function("return 1")();
  } catch (cause) {
    throw new InputError("This place forbids making code, so answers can't be checked by any. Leave validation out.", {
      field: "validation",
      cause,
    });
  }
  const known = new WeakMap<SchemaLike, Validation>();
  return (schema, value) => {
    let check = known.get(schema);
    if (!check) {
      check = compile(schema);
      known.set(schema, check);
    }
    return check(schema, value);
  };
}

/** What zod can't compile, which nothing in the contract is, it would quietly leave as slow as before. */
function compile(schema: SchemaLike): Validation {
  if (!isSchema(schema)) return interpreted;
  try {
    const made = z.compile(schema, { strict: true });
    return (_, value) => parsed(made, value);
  } catch {
    return interpreted;
  }
}
