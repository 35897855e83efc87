import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import {
  accessAfter,
  describeAccess,
  describeWidening,
  isSameAccess,
  type SecretAccess,
} from "./access/secret-access.ts";
import type { RotationState } from "./read.ts";
import type { RotationEntry } from "./rotation-entry.ts";
import { decideRotation, type RotationDecision } from "./rotation-policy.ts";
import { mayHaveSeveralTargets } from "./secret-location.ts";
import type { SecretReading } from "./secret-store/read-secrets.ts";
import { kindName } from "./secret-store/secret-kind.ts";
import { MAX_SECRETS, type SecretScope, scopeKey, scopeName, secretName } from "./secret-store/secret-scope.ts";
import { isGenerated } from "./value/value-source.ts";

/** A change of a secret. */
export type SecretChange = Rotation | AccessChange | Deletion;

/** A secret of an organization whose selected repositories change, while its value stays. */
export interface AccessChange extends Change {
  readonly does: "set-access";
  readonly secret: string;
  readonly scope: SecretScope;
  readonly index: number;
  readonly access: SecretAccess;
}

/** A secret that is no longer declared. */
export interface Deletion extends Change {
  readonly does: "delete";
  readonly secret: string;
  readonly scope: SecretScope;
  /** Time of the last write that the plan knows of. */
  readonly updatedAt: string | undefined;
}

/** A secret that gets a new value. */
export interface Rotation extends Change {
  readonly does: "rotate";
  readonly secret: string;
  readonly scope: SecretScope;
  /** Index of the secret in the state. */
  readonly index: number;
  /** Access to an organization's secret after the change. */
  readonly access: SecretAccess | undefined;
  /**
   * True if this change is only made after all others with the same value have succeeded. Some of those were not due
   * themselves: if one of them failed, the next run could not detect its old value. This change, which is still due,
   * makes the next run write all of them again.
   */
  readonly isLast?: true;
}

/** Plans which secrets to write, without any calls. */
export function planRotation(state: RotationState): Plan<SecretChange> {
  const { decisions, notes, forced } = decideAll(state);
  const changes: Rotation[] = [];
  const accessChanges: AccessChange[] = [];
  const skipped: Skipped[] = [];
  const failures: Failure[] = [];
  const checkCapacity = capacityCheck(state.found);
  for (const [index, found] of state.found.entries()) {
    const decision = decisions[index];
    const { entry, scope } = found;
    const target = secretName(scope, found.stored?.name ?? entry.secret);
    if (!decision) continue;
    if (decision.does === "skip") {
      const after = accessDrift(found);
      const problem = after && (accessProblem(found) ?? fixedAccessProblem(found, after, decision.why));
      if (problem !== undefined) failures.push({ target, problem });
      else if (after) accessChanges.push(accessChangeOf(found, index, target, after));
      else skipped.push({ target, why: decision.why });
      continue;
    }
    const problem =
      decision.does === "fail"
        ? decision.problem
        : (accessProblem(found) ?? (found.stored ? undefined : checkCapacity(found)));
    if (problem === undefined) changes.push(rotationOf(found, index, target));
    else failures.push({ target, problem });
  }
  return {
    changes: [...markLast(changes, state, forced), ...accessChanges, ...deletionsOf(state)],
    skipped: [...state.skipped, ...skipped],
    unreadable: [...state.unreadable, ...failures],
    notes: [...notes, ...otherStoreNotes(changes, state), ...pruneNotes(state)],
  };
}

function rotationOf(
  { entry, scope, stored, access, desiredAccess }: SecretReading,
  index: number,
  target: string,
): Rotation {
  const after = desiredAccess && accessAfter(access ?? NO_ACCESS, desiredAccess);
  const unchangedNote = access && after && isSameAccess(access, after) ? " (kept)" : "";
  return {
    target,
    does: "rotate",
    what: `${stored ? "a new value" : "a new secret"} (${kindName(scope.kind, entry.dialect)})`,
    before: stored
      ? `set ${stored.updatedAt ?? "at an unknown time"}${access ? `, ${describeAccess(access)}` : ""}`
      : "none",
    after: `set ${stored ? "again" : "for the first time"}${after ? `, ${describeAccess(after)}${unchangedNote}` : ""}`,
    secret: stored?.name ?? entry.secret,
    scope,
    index,
    access: after,
  };
}

/** Marks one due change of each entry that is also written where it is not due. */
function markLast(
  changes: readonly Rotation[],
  { found }: RotationState,
  forced: ReadonlyMap<RotationEntry, ReadonlySet<number>>,
): readonly Rotation[] {
  const last = new Map<RotationEntry, Rotation>();
  for (const change of changes) {
    const entry = found[change.index]?.entry;
    const forcedTargets = entry && forced.get(entry);
    if (forcedTargets && !forcedTargets.has(change.index)) last.set(entry, change);
  }
  const marked = new Set(last.values());
  return marked.size === 0
    ? changes
    : changes.map((change) => (marked.has(change) ? { ...change, isLast: true } : change));
}

const NO_ACCESS: SecretAccess = { visibility: "selected", repositories: [] };

/** Decides on each secret by policy and time. Targets that share a generated value are decided together. */
function decideAll({ found, since, now }: RotationState): {
  readonly decisions: readonly RotationDecision[];
  readonly notes: string[];
  /** Targets written only because they share their value with others. */
  readonly forced: ReadonlyMap<RotationEntry, ReadonlySet<number>>;
} {
  const sinceOf = (entry: RotationEntry) => (entry.since === "now" ? now : (entry.since ?? since));
  const ownDecisions = found.map((reading): RotationDecision => {
    const { entry, stored } = reading;
    const decision = decideRotation(entry.policy, stored, sinceOf(entry), now);
    if (decision.does !== "skip" || !decision.isRecent) return decision;
    // The service changes a visibility only together with the value.
    const after = accessDrift(reading);
    return after && !canSetAccess(reading, after) && accessProblem(reading) === undefined
      ? { does: "write" }
      : decision;
  });
  const entriesToWrite = new Set(
    found.flatMap(({ entry }, index) => (ownDecisions[index]?.does === "write" ? [entry] : [])),
  );
  const forced = new Map<RotationEntry, Set<number>>();
  const decisions = ownDecisions.map((decision, index): RotationDecision => {
    const entry = found[index]?.entry;
    if (!entry || decision.does !== "skip" || !decision.isRecent) return decision;
    if (!entriesToWrite.has(entry) || !isSharedGenerated(entry)) return decision;
    forced.set(entry, (forced.get(entry) ?? new Set()).add(index));
    return { does: "write" };
  });
  const notes = Array.from(
    forced,
    ([{ secret }, { size: count }]) =>
      `${secret}: all targets share one generated value, so ${count.toLocaleString("en")} ${count === 1 ? "target that is" : "targets that are"} not due ${count === 1 ? "gets" : "get"} it too.`,
  );
  return { decisions, notes, forced };
}

/** Returns true if one generated value is shared by several targets. */
function isSharedGenerated({ valueFor, source, location }: RotationEntry): boolean {
  return valueFor === "all" && isGenerated(source) && mayHaveSeveralTargets(location);
}

/** Returns what is wrong with the resulting access; undefined if nothing is. */
function accessProblem({ entry, scope, stored, access, desiredAccess }: SecretReading): string | undefined {
  if (scope.level !== "organization" || !desiredAccess) return undefined;
  if (!stored || !access) {
    const { secret, visibility, selected } = entry;
    if (visibility === "selected" && !selected) {
      return `${scope.org} has no ${kindName(scope.kind, entry.dialect)} secret ${secret}, and a new one with visibility: selected needs repositories: set selected-repositories: ${scope.org}/…`;
    }
    if (visibility !== undefined) return undefined;
    return `${scope.org} has no ${kindName(scope.kind, entry.dialect)} secret ${secret}. Create it once with the desired visibility, or set visibility: a rotation keeps the existing visibility and does not guess.`;
  }
  const widening = describeWidening(access, desiredAccess);
  if (widening === undefined || entry.mayWiden) return undefined;
  return `it would be visible ${widening}, which widens its access. Set allow-widen: true if that is intended. It was not changed.`;
}

/** Returns the access to set, if the access to an organization's secret differs from the desired one. */
function accessDrift({ access, desiredAccess }: SecretReading): SecretAccess | undefined {
  if (!access || !desiredAccess) return undefined;
  const after = accessAfter(access, desiredAccess);
  return isSameAccess(access, after) ? undefined : after;
}

/** Returns true if the access can be set without a new value: a list of repositories can, a visibility can't. */
function canSetAccess({ access }: SecretReading, after: SecretAccess): boolean {
  return access?.visibility === "selected" && after.visibility === "selected";
}

/** Returns what prevents setting the access to a secret that does not get a new value. */
function fixedAccessProblem(found: SecretReading, after: SecretAccess, why: string): string | undefined {
  if (canSetAccess(found, after) || !found.access) return undefined;
  return `it is ${describeAccess(found.access)}, and must be ${describeAccess(after)}. The service changes the visibility only together with the value, and it gets none: ${why}.`;
}

function accessChangeOf(
  { entry, scope, stored, access }: SecretReading,
  index: number,
  target: string,
  after: SecretAccess,
): AccessChange {
  return {
    does: "set-access",
    target,
    what: `other repositories, the same value (${kindName(scope.kind, entry.dialect)})`,
    before: access ? describeAccess(access) : "none",
    after: describeAccess(after),
    secret: stored?.name ?? entry.secret,
    scope,
    index,
    access: after,
  };
}

/** Nothing is deleted if some targets are unknown: another entry could declare a secret for one of them. */
function deletionsOf({ undeclared, unreadable }: RotationState): readonly Deletion[] {
  if (unreadable.length > 0) return [];
  return undeclared.map(({ entry, scope, stored }) => ({
    does: "delete",
    target: secretName(scope, stored.name),
    what: `deletion, because it is not declared (${kindName(scope.kind, entry.dialect)})`,
    before: `set ${stored.updatedAt ?? "at an unknown time"}`,
    after: "none",
    secret: stored.name,
    scope,
    updatedAt: stored.updatedAt,
  }));
}

function pruneNotes({ undeclared, unreadable }: RotationState): readonly string[] {
  if (unreadable.length === 0 || undeclared.length === 0) return [];
  const count =
    undeclared.length === 1 ? "One secret that is" : `${undeclared.length.toLocaleString("en")} secrets that are`;
  return [`${count} not declared stay, because some targets could not be read.`];
}

/** Maximum number of targets that a note names. */
const MAX_NOTED = 5;

/** Says which of the secrets that get a new value also exist in another store, where they keep theirs. */
function otherStoreNotes(changes: readonly Rotation[], { found }: RotationState): readonly string[] {
  const places = new Map<string, { readonly kind: string; readonly secret: string; readonly scopes: string[] }>();
  const planned = new Set(found.map(({ scope, entry }) => `${scopeKey(scope)} ${entry.secret.toUpperCase()}`));
  for (const { index, scope, secret } of changes) {
    const reading = found[index];
    for (const otherKind of reading?.alsoIn ?? []) {
      // It gets its new value from another entry.
      if (planned.has(`${scopeKey(scope, otherKind)} ${secret.toUpperCase()}`)) continue;
      const kind = reading ? kindName(otherKind, reading.entry.dialect) : otherKind;
      const place = places.get(`${kind} ${secret}`) ?? { kind, secret, scopes: [] };
      places.set(`${kind} ${secret}`, place);
      place.scopes.push(scopeName(scope));
    }
  }
  return Array.from(places.values(), ({ kind, secret, scopes }) => {
    const more = scopes.length - MAX_NOTED;
    const names = `${scopes.slice(0, MAX_NOTED).join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
    return `${secret} also exists as a ${kind} secret in ${names}, and keeps its value there. To change it too, add an entry with kind: ${kind}.`;
  });
}

/**
 * Tracks the number of secrets per scope.
 * @returns a function that returns the problem with adding one more, or undefined
 */
function capacityCheck(found: readonly SecretReading[]): (found: SecretReading) => string | undefined {
  const counts = new Map<string, number>();
  for (const { scope, count } of found) if (count !== undefined) counts.set(scopeKey(scope), count);
  return ({ scope, entry }) => {
    const key = scopeKey(scope);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > MAX_SECRETS[scope.level]) return capacityProblem(scope, entry);
    counts.set(key, count);
    return undefined;
  };
}

function capacityProblem(scope: SecretScope, { secret, dialect }: RotationEntry): string {
  const limit = MAX_SECRETS[scope.level].toLocaleString("en");
  const article = scope.level === "repository" ? "a" : "an";
  return `${scopeName(scope)} has ${limit} ${kindName(scope.kind, dialect)} secrets, the maximum for ${article} ${scope.level}; ${secret} would be one more. Delete an unused secret first.`;
}
