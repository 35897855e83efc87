import * as z from "zod/mini";
import { InputError } from "./errors.ts";
import { interpreted, type Validation } from "./validation.ts";

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
  const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
  return (schema, value) => {
    let made = known.get(schema);
    if (!made) {
      made = z.compile(schema);
      known.set(schema, made);
    }
    return interpreted(made, value);
  };
}
