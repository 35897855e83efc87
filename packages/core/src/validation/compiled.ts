import { isSchema } from "../contract/definition-of.ts";
import { InputError } from "../errors.ts";
import { lazyPerObject } from "../internal/lazy.ts";
import { compileChecker } from "./compile-checker.ts";
import { validateByParsing } from "./interpreted.ts";
import type { Validation } from "./validation.ts";

/**
 * Validates responses and payloads with code that is generated for each schema at its first use: faster than plain
 * functions in long-lived processes.
 * @throws InputError if code generation is not allowed, as under an extension's content security policy
 */
export function compiledValidation(): Validation {
  try {
    new Function("return 1")();
  } catch (cause) {
    throw new InputError(
      "Code generation is not allowed here, so compiled validation is not available. Omit the validation option.",
      {
        field: "validation",
        cause,
      },
    );
  }
  const checkerFor = lazyPerObject(compileChecker);
  return (schema, value) =>
    isSchema(schema) && checkerFor(schema)(value) ? { data: value } : validateByParsing(schema, value);
}
