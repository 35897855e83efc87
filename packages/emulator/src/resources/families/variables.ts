import { conflict, invalid, notFound } from "../../http/refusal.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/variables.ts";

// Configuration variables of repositories and organizations work alike (public description).

/** The largest value of a variable, in bytes (public documents). */
const LARGEST_VALUE = 48 * 1024;

/** How many variables there may be (public documents). */
const MOST: Readonly<Record<state.VariableOwner["level"], number>> = { organization: 1000, repository: 500 };

/** @throws Refusal 422 on a value that is too large, or where there are as many as there may be; 409 on a name that is taken */
export function checkNewVariable(db: Database, owner: state.VariableOwner, name: string, value: string): void {
  checkValue(value);
  checkFree(db, owner, name);
  const most = MOST[owner.level];
  if (state.countVariables(db, owner) < most) return;
  throw invalid("name", `there are at most ${most} variables of one ${owner.level}`, "unprocessable");
}

/**
 * What a variable's name and value become by a change.
 * @throws Refusal 422 on a value that is too large, 409 on a name that is taken
 */
export function changedVariable(
  db: Database,
  owner: state.VariableOwner,
  before: state.Variable,
  { new_name: name = before.name, value = before.value }: { new_name?: string | undefined; value?: string | undefined },
): { name: string; value: string } {
  checkValue(value);
  if (name.toUpperCase() !== before.name.toUpperCase()) checkFree(db, owner, name);
  return { name, value };
}

/** @throws Refusal 404 where there is none of the name */
export function removeVariable(db: Database, owner: state.VariableOwner, name: string): undefined {
  if (!state.deleteVariable(db, owner, name)) throw notFound();
  return undefined;
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) > LARGEST_VALUE) throw invalid("value", "a value has at most 48 KB");
}

function checkFree(db: Database, owner: state.VariableOwner, name: string): void {
  if (state.findVariable(db, state.Variable, owner, name)) throw conflict("Already exists - Variable already exists");
}
