import type { AnyOperation } from "../../contract/operation-types.ts";
import type { WireNames } from "../../dialect/dialect.ts";
import type { SchemaIssue } from "../../schema/value-issue.ts";
import type { LoadFailures } from "../described-error.ts";
import { tryToLoad } from "../on-demand.ts";
import { inputErrorFor } from "./input-error.ts";

/**
 * Describes a problem with the loaded descriptions: continues the sentence after the field's name, or names a more exact
 * field.
 */
type DescribeProblem = (descriptions: Awaited<ReturnType<LoadFailures>>) => string | SchemaIssue;

/** Thrown inside of the client for an invalid input, before the description of its problem is loaded. */
export class InvalidInput {
  readonly field: string;
  readonly describe: DescribeProblem;

  constructor(field: string, describe: DescribeProblem) {
    this.field = field;
    this.describe = describe;
  }
}

/**
 * Throws the error for an invalid input. If its description can't be loaded, the error names the field only.
 * @throws InputError; the signal's reason if the call is aborted meanwhile
 */
export async function rejectInput(
  { field, describe }: InvalidInput,
  operation: AnyOperation,
  dialect: WireNames,
  load: LoadFailures,
  signal: AbortSignal | undefined,
): Promise<never> {
  const descriptions = await tryToLoad(load, signal);
  const description = descriptions ? describe(descriptions) : UNDESCRIBED;
  const { at, problem } = typeof description === "string" ? { at: field, problem: description } : description;
  throw inputErrorFor(operation, dialect)(at, problem);
}

const UNDESCRIBED = "is invalid, and the description of the problem could not be loaded";
