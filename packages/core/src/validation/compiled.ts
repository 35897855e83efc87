import { isMatch } from "../schema/is-match.ts";
import { RESPONSE_CHECKERS } from "./response-checkers.ts";
import type { Validation } from "./validation.ts";

/**
 * Checks responses by source code that was generated for each operation: faster than interpreting the contract, and
 * larger. Operations of your own are interpreted.
 */
export function compiledValidation(): Validation {
  return (schema, value) => (RESPONSE_CHECKERS.get(schema) ?? isMatch)(schema, value);
}
