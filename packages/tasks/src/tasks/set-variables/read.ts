import { isAuthenticationError } from "@forgehand/core";
import type { Failure, Skipped } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { type AccessReading, readAccess } from "../../stores/access/read-access.ts";
import { resolveDesiredAccess } from "../../stores/access/resolve-desired-access.ts";
import { findAllScopes, type ScopeEntries } from "../../stores/find-scopes.ts";
import { readStored } from "../../stores/item-store.ts";
import { type UndeclaredItem, undeclaredItems } from "../../stores/prune.ts";
import { itemName, scopeName } from "../../stores/store-scope.ts";
import { type ConfigVariable, openVariables, type VariableScope } from "./config-variables.ts";
import type { VariableEntry } from "./variable-entry.ts";

/** The current state of a variable that an entry names. */
export interface VariableReading extends AccessReading {
  readonly entry: VariableEntry;
  readonly scope: VariableScope;
  readonly stored: ConfigVariable | undefined;
  /** Number of variables of its kind in the scope; undefined if irrelevant. */
  readonly count: number | undefined;
}

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
    (group) => readVariables(run, group),
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

async function readVariables(run: RunContext, { scope, entries }: ScopeEntries<VariableScope, VariableEntry>) {
  const store = await openVariables(run, scope);
  const prune = entries.flatMap((entry) => entry.prune);
  const names = entries.map(({ name }) => name);
  const { storedOf, count, ...list } = await readStored(store, names, prune.length > 0);
  const found: VariableReading[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    try {
      const stored = storedOf(entry.name);
      const access = stored && (await readAccess(store, scope, stored, "variable"));
      const desiredAccess =
        scope.level === "organization" ? await resolveDesiredAccess(run, entry.access, scope.org) : undefined;
      found.push({ entry, scope, stored, count, access, desiredAccess });
    } catch (error) {
      if (isAuthenticationError(error)) throw error;
      unreadable.push({ target: itemName(scope, entry.name), problem: describeError(error) });
    }
  }
  const undeclared = undeclaredItems(scope, list, names, prune);
  return { found, unreadable: [...unreadable, ...undeclared.unreadable], undeclared: undeclared.items };
}
