import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import { truncate } from "../../report/truncate.ts";
import { accessDrift, accessProblem } from "../../stores/access/read-access.ts";
import { accessAfter, describeAccess, type ItemAccess, NO_ACCESS } from "../../stores/access/store-access.ts";
import { capacityCheck, type MaxItems } from "../../stores/capacity.ts";
import { type Deletion, planDeletions, pruneNotes } from "../../stores/prune.ts";
import { itemName } from "../../stores/store-scope.ts";
import type { VariableScope } from "./config-variables.ts";
import type { VariableReading, VariableState } from "./read.ts";

/** A change of a variable. */
export type VariableChange = VariableWrite | Deletion<VariableScope>;

/** A variable whose value or access is set. */
export interface VariableWrite extends Change {
  readonly does: "create" | "update";
  readonly name: string;
  readonly scope: VariableScope;
  /** Index of the variable in the state. */
  readonly index: number;
  /** Access to an organization's variable, if it is set. */
  readonly access: ItemAccess | undefined;
}

/** Maximum number of variables of a kind per scope. */
const MAX_VARIABLES: MaxItems = { organization: 1000, repository: 500, environment: 100 };

/** Plans which variables to write and to delete, without any calls. */
export function planVariables({ found, undeclared, skipped, unreadable }: VariableState): Plan<VariableChange> {
  const changes: VariableWrite[] = [];
  const unchanged: Skipped[] = [];
  const failures: Failure[] = [];
  const checkCapacity = capacityCheck(found, MAX_VARIABLES);
  for (const [index, reading] of found.entries()) {
    const { entry, scope, stored } = reading;
    const target = itemName(scope, stored?.name ?? entry.name);
    const drift = accessDrift(reading);
    if (stored?.value === entry.value && !drift) {
      unchanged.push({ target, why: "has this value already", isUnchanged: true });
      continue;
    }
    const description = { item: `${scope.kind} variable`, name: entry.name };
    const capacityProblem = () => checkCapacity(scope, { items: `${scope.kind} variables`, name: entry.name });
    const problem =
      accessProblem(scope, reading, entry.access, description) ?? (stored ? undefined : capacityProblem());
    if (problem === undefined) changes.push(writeOf(reading, index, target, drift));
    else failures.push({ target, problem });
  }
  const deletions = planDeletions(undeclared, unreadable, ({ scope, stored }) => ({
    kind: scope.kind,
    before: quote(stored.value),
  }));
  return {
    changes: [...changes, ...deletions],
    skipped: [...skipped, ...unchanged],
    unreadable: [...unreadable, ...failures],
    notes: pruneNotes(undeclared, unreadable, "variable"),
  };
}

function writeOf(
  { entry, scope, stored, access, desiredAccess }: VariableReading,
  index: number,
  target: string,
  drift: ItemAccess | undefined,
): VariableWrite {
  const newAccess = stored ? drift : desiredAccess && accessAfter(NO_ACCESS, desiredAccess);
  const what =
    stored === undefined ? "a new variable" : stored.value === entry.value ? "other access" : "another value";
  const [before, after] = describeValues(stored?.value, entry.value);
  const shownAccess = (shown: ItemAccess | undefined) => (shown ? `, ${describeAccess(shown)}` : "");
  return {
    does: stored ? "update" : "create",
    target,
    what: `${what} (${scope.kind})`,
    before: `${before}${shownAccess(access)}`,
    after: `${after}${shownAccess(newAccess ?? access)}`,
    name: stored?.name ?? entry.name,
    scope,
    index,
    access: newAccess,
  };
}

/** Maximum number of characters of a value in the plan. */
const MAX_SHOWN = 120;

function quote(value: string): string {
  return JSON.stringify(truncate(value, MAX_SHOWN));
}

/** Describes two values. If their beginnings are the same, the position of the first difference is added. */
function describeValues(before: string | undefined, after: string): readonly [before: string, after: string] {
  if (before === undefined) return ["none", quote(after)];
  if (before === after || quote(before) !== quote(after)) return [quote(before), quote(after)];
  const position = Array.from(after).findIndex((_, index) => before.at(index) !== after.at(index));
  const from = (position === -1 ? after.length : position) + 1;
  return [quote(before), `${quote(after)}, which differs from character ${from.toLocaleString("en")} on`];
}
