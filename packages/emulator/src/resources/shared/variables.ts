import { conflict, invalid, notFound } from "../../http-error.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/variables.ts";

// Shared by the configuration variables of repositories and organizations.

/** Maximum size of a variable in bytes (GitHub's documentation). */
const MAX_VALUE_BYTES = 48 * 1024;

/** Maximum number of variables (GitHub's documentation). */
const MAX_VARIABLES: Readonly<Record<state.VariableOwner["level"], number>> = { organization: 1000, repository: 500 };

/**
 * @throws HttpError 422 if the value is too large or the maximum number of variables is reached, 409 if the name is
 * already in use
 */
export function checkNewVariable(db: Database, owner: state.VariableOwner, name: string, value: string): void {
  checkValue(value);
  checkNameUnused(db, owner, name);
  const max = MAX_VARIABLES[owner.level];
  if (state.countVariables(db, owner) < max) return;
  throw invalid("name", `there must be at most ${max} variables per ${owner.level}`, "unprocessable");
}

/**
 * Returns a variable's name and value after a change.
 * @throws HttpError 422 if the value is too large, 409 if the name is already in use
 */
export function mergeVariable(
  db: Database,
  owner: state.VariableOwner,
  before: state.Variable,
  { new_name: name = before.name, value = before.value }: { new_name?: string | undefined; value?: string | undefined },
): { name: string; value: string } {
  checkValue(value);
  if (name.toUpperCase() !== before.name.toUpperCase()) checkNameUnused(db, owner, name);
  return { name, value };
}

/** @throws HttpError 404 if the variable does not exist */
export function removeVariable(db: Database, owner: state.VariableOwner, name: string): undefined {
  if (!state.deleteVariable(db, owner, name)) throw notFound();
  return undefined;
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw invalid("value", "value must be at most 48 KB");
}

function checkNameUnused(db: Database, owner: state.VariableOwner, name: string): void {
  if (state.findVariable(db, state.Variable, owner, name)) throw conflict("Already exists - Variable already exists");
}
