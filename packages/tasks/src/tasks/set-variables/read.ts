import type { Failure, Skipped } from "../../plan.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { findAllScopes } from "../../stores/find-scopes.ts";
import type { UndeclaredItem } from "../../stores/prune.ts";
import { type ItemReading, readItems } from "../../stores/read-items.ts";
import { itemName, scopeName } from "../../stores/store-scope.ts";
import { type ConfigVariable, openVariables, type VariableScope } from "./config-variables.ts";
import type { VariableEntry } from "./variable-entry.ts";

/** The current state of a variable that an entry names. */
export type VariableReading = ItemReading<VariableEntry, VariableScope, ConfigVariable>;

/** State that the task plans from. */
export interface VariableState {
  readonly found: readonly VariableReading[];
  /** Variables that are no longer declared, to be deleted. */
  readonly undeclared: readonly UndeclaredItem<VariableScope, ConfigVariable>[];
  /** Targets that were not found or could not be read. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/**
 * Reads the variables that the entries name.
 * @throws Problem if two entries name the same variable
 */
export async function readVariableState(run: RunContext, entries: readonly VariableEntry[]): Promise<VariableState> {
  const { groups, skipped, unreadable } = await findAllScopes(run, entries, ({ name }) => name, duplicateProblem);
  const readings = await readEach(
    run,
    groups,
    ({ scope, entries: named }) => itemName(scope, named.map(({ name }) => name).join(", ")),
    async (group) => readItems(run, await openVariables(run, group.scope), group, ({ name }) => name, "variable"),
  );
  return {
    found: readings.states.flatMap(({ found }) => found),
    undeclared: readings.states.flatMap(({ undeclared }) => undeclared),
    skipped,
    unreadable: [...unreadable, ...readings.unreadable, ...readings.states.flatMap((state) => state.unreadable)],
  };
}

function duplicateProblem(scope: VariableScope, first: VariableEntry, second: VariableEntry): string {
  const descriptions = [first, second].map(({ name, problem }) => problem("variables", `(${name})`).message);
  return `${scopeName(scope)} must get its variable ${second.name} from one entry only, got two: ${descriptions.join(" and ")}.`;
}
