import type { AnyOperation } from "../../contract/operation-types.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import { InputError } from "../../errors.ts";
import { operationErrorContext } from "../error-context.ts";

/** Creates an error factory for an operation's input; its errors name the field. */
export function inputErrorFor(
  operation: AnyOperation,
  dialect: WireNames,
): (field: string, problem: string) => InputError {
  return (field, problem) =>
    new InputError(`${field} ${problem}.`, { ...operationErrorContext(operation, dialect), field });
}
