import type * as z from "zod/mini";
import { isSchema } from "../contract/defined.ts";
import { InputError } from "../errors.ts";
import type { Check } from "./checker.ts";
import { compiledChecker } from "./checker-code.ts";
import { parsed } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/**
 * Holds answers and payloads against the contract with code made for each schema at its first use: faster than plain
 * functions, for processes that live long enough to earn it back.
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
  const known = new WeakMap<z.core.$ZodType, Check>();
  return (schema, value) => {
    if (!isSchema(schema)) return parsed(schema, value);
    let check = known.get(schema);
    if (!check) {
      check = compiledChecker(schema);
      known.set(schema, check);
    }
    return check(value) ? { data: value } : parsed(schema, value);
  };
}
