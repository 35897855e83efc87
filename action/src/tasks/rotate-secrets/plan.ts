import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import type { Entry } from "./entry.ts";
import { maybeSeveral } from "./place.ts";
import { type Decision, decide } from "./policy.ts";
import type { State } from "./read.ts";
import { areSame, describe, type Readers, readersAfter, widening } from "./readers/readers.ts";
import { isMade } from "./value/value-source.ts";
import type { Found } from "./vault/read-vault.ts";
import {
  type Kind,
  keyOfVault,
  type Level,
  MOST_SECRETS,
  nameOfSecret,
  nameOfVault,
  type Vault,
} from "./vault/vault.ts";

/** A secret that is to have a new value. */
export interface Rotation extends Change {
  readonly secret: string;
  readonly vault: Vault;
  /** Which of what was found it is. */
  readonly index: number;
  /** Who may read an organization's from then on. */
  readonly readers: Readers | undefined;
  /**
   * It waits until all others with its value have that: some were not due, and if one of those kept another value, the next run
   * could not tell. This one would still be due.
   */
  readonly isLast?: true;
}

/** Plans what to write: pure. */
export function planRotation(state: State): Plan<Rotation> {
  const { decisions, notes, together } = decideAll(state);
  const changes: Rotation[] = [];
  const skipped: Skipped[] = [];
  const failures: Failure[] = [];
  const room = roomIn(state.found);
  for (const [index, found] of state.found.entries()) {
    const decision = decisions[index];
    const { entry, vault } = found;
    const target = nameOfSecret(vault, found.stored?.name ?? entry.secret);
    if (!decision) continue;
    if (decision.does === "skip") {
      skipped.push({ target, why: `${decision.why}${driftOf(found)}` });
      continue;
    }
    const problem =
      decision.does === "fail" ? decision.problem : (readersProblem(found) ?? (found.stored ? undefined : room(found)));
    if (problem === undefined) changes.push(rotationOf(found, index, target));
    else failures.push({ target, problem });
  }
  return {
    changes: withLast(changes, state, together),
    skipped: [...state.skipped, ...skipped],
    unreadable: [...state.unreadable, ...failures],
    notes,
  };
}

function rotationOf({ entry, vault, stored, readers, wanted }: Found, index: number, target: string): Rotation {
  const after = wanted && readersAfter(readers ?? NOBODY, wanted);
  const kept = readers && after && areSame(readers, after) ? " (kept)" : "";
  return {
    target,
    what: `${stored ? "a new value" : "a new secret"} (${vault.kind})`,
    before: stored
      ? `set ${stored.updatedAt ?? "at a time that the service does not tell"}${readers ? `, ${describe(readers)}` : ""}`
      : "none",
    after: `set ${stored ? "anew" : "for the first time"}${after ? `, ${describe(after)}${kept}` : ""}`,
    secret: stored?.name ?? entry.secret,
    vault,
    index,
    readers: after,
  };
}

/** Of each entry that is written where it is not due either, marks a change that is due. */
function withLast(
  changes: readonly Rotation[],
  { found }: State,
  together: ReadonlyMap<Entry, ReadonlySet<number>>,
): readonly Rotation[] {
  const last = new Map<Entry, Rotation>();
  for (const change of changes) {
    const entry = found[change.index]?.entry;
    const others = entry && together.get(entry);
    if (others && !others.has(change.index)) last.set(entry, change);
  }
  const marked = new Set(last.values());
  return marked.size === 0 ? changes : changes.map((one) => (marked.has(one) ? { ...one, isLast: true } : one));
}

const NOBODY: Readers = { visibility: "selected", repositories: [] };

/** What becomes of each, as far as policy and time go; those that share a value are decided on together. */
function decideAll({ found, since, now }: State): {
  readonly decisions: readonly Decision[];
  readonly notes: string[];
  /** Which are written for the others' sake. */
  readonly together: ReadonlyMap<Entry, ReadonlySet<number>>;
} {
  const sinceOf = (entry: Entry) => (entry.since === "now" ? now : (entry.since ?? since));
  const alone = found.map(({ entry, stored }) => decide(entry.policy, stored, sinceOf(entry), now));
  const written = new Set(found.flatMap(({ entry }, index) => (alone[index]?.does === "write" ? [entry] : [])));
  const together = new Map<Entry, Set<number>>();
  const decisions = alone.map((decision, index): Decision => {
    const entry = found[index]?.entry;
    if (!entry || decision.does !== "skip" || !decision.isRecent) return decision;
    if (!written.has(entry) || !isOneForAll(entry)) return decision;
    together.set(entry, (together.get(entry) ?? new Set()).add(index));
    return { does: "write" };
  });
  const notes = Array.from(
    together,
    ([{ secret }, { size: count }]) =>
      `${secret}: one value is for all targets, and it is made anew: ${count.toLocaleString("en")} that ${count === 1 ? "is" : "are"} not due ${count === 1 ? "gets" : "get"} it too, or two values would be about.`,
  );
  return { decisions, notes, together };
}

/** Is it one value for several targets, and another one in each run? */
function isOneForAll({ valueFor, source, place }: Entry): boolean {
  return valueFor === "all" && isMade(source) && maybeSeveral(place);
}

/** What is wrong with who would read it; undefined where nothing is. */
function readersProblem({ entry, vault, stored, readers, wanted }: Found): string | undefined {
  if (vault.level !== "organization" || !wanted) return undefined;
  if (!stored || !readers) {
    const { secret, visibility, selected } = entry;
    if (visibility === "selected" && !selected) {
      return `${vault.org} has no ${vault.kind} secret ${secret}, and a new one that is visible to selected repositories needs them: say selected-repositories: ${vault.org}/…`;
    }
    if (visibility !== undefined) return undefined;
    return `${vault.org} has no ${vault.kind} secret ${secret}. Create it once with the visibility that it should have, or say visibility: rotating keeps what is there and guesses nothing.`;
  }
  const wider = widening(readers, wanted);
  if (wider === undefined || entry.mayWiden) return undefined;
  return `it would be visible ${wider}, which is more than now. Say allow-widen: true if that is meant; it was left alone.`;
}

/** Where an organization's secret that is left alone is visible to others than is wanted. */
function driftOf({ readers, wanted }: Found): string {
  if (!readers || !wanted) return "";
  const after = readersAfter(readers, wanted);
  return areSame(readers, after) ? "" : `; that it is to be ${describe(after)} comes with its next value`;
}

/** Keeps account of how many secrets there are. @returns what is wrong with one more; undefined where nothing is */
function roomIn(found: readonly Found[]): (found: Found) => string | undefined {
  const counts = new Map<string, number>();
  for (const { vault, count } of found) if (count !== undefined) counts.set(keyOfVault(vault), count);
  return ({ vault, entry }) => {
    const key = keyOfVault(vault);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > MOST_SECRETS[vault.level]) return fullProblem(vault, entry.secret, vault);
    counts.set(key, count);
    return undefined;
  };
}

function fullProblem(
  vault: Vault,
  secret: string,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): string {
  const most = MOST_SECRETS[level].toLocaleString("en");
  const article = level === "repository" ? "a" : "an";
  return `${nameOfVault(vault)} has ${most} ${kind} secrets, the most that the service lets ${article} ${level} have: ${secret} would be one more. Delete one that nobody needs.`;
}
