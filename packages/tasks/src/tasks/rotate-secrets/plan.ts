import { receiverOf } from "../../hooks/select-hooks.ts";
import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import { accessDrift, accessProblem } from "../../stores/access/read-access.ts";
import {
  accessAfter,
  describeAccess,
  type ItemAccess,
  isSameAccess,
  NO_ACCESS,
} from "../../stores/access/store-access.ts";
import { capacityCheck, type MaxItems } from "../../stores/capacity.ts";
import { type Deletion, planDeletions, pruneNotes } from "../../stores/prune.ts";
import { scopeKey, scopeName } from "../../stores/store-scope.ts";
import type { RotationState } from "./read.ts";
import { isWebhookEntry, type RotationEntry } from "./rotation-entry.ts";
import { decideRotation, type RotationDecision } from "./rotation-policy.ts";
import type { RotationScope } from "./rotation-store.ts";
import { rotationTarget } from "./rotation-target.ts";
import type { SecretReading } from "./secret-store/read-secrets.ts";
import { kindName } from "./secret-store/secret-kind.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";
import { isGenerated } from "./value/value-source.ts";

/** Maximum number of secrets of a kind per scope. */
const MAX_SECRETS: MaxItems = { organization: 1000, repository: 100, environment: 100 };

/** A change of a secret. */
export type SecretChange = Rotation | AccessChange | Deletion<SecretScope>;

/** A secret of an organization whose selected repositories change, while its value stays. */
export interface AccessChange extends Change {
  readonly does: "set-access";
  readonly secret: string;
  readonly scope: SecretScope;
  readonly index: number;
  readonly access: ItemAccess;
}

/** A secret that gets a new value. */
export interface Rotation extends Change {
  readonly does: "rotate";
  /** Its name; for a webhook's secret, the webhook's id. */
  readonly secret: string;
  readonly scope: RotationScope;
  /** Index of the secret in the state. */
  readonly index: number;
  /** Access to an organization's secret after the change. */
  readonly access: ItemAccess | undefined;
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
  const checkCapacity = capacityCheck(
    state.found.flatMap(({ scope, count }) => (scope.level === "app" ? [] : [{ scope, count }])),
    MAX_SECRETS,
  );
  const capacityProblem = ({ entry, scope, name }: SecretReading) =>
    scope.level === "app"
      ? undefined
      : checkCapacity(scope, { items: `${kindName(scope.kind, entry.dialect)} secrets`, name });
  for (const [index, found] of state.found.entries()) {
    const decision = decisions[index];
    const { scope, name } = found;
    const target = rotationTarget(scope, name);
    if (!decision) continue;
    if (decision.does === "skip") {
      const after = accessDrift(found);
      const problem = after && (secretAccessProblem(found) ?? fixedAccessProblem(found, after, decision.why));
      if (problem !== undefined) failures.push({ target, problem });
      else if (after && scope.kind !== "webhook")
        accessChanges.push(accessChangeOf(found, scope, index, target, after));
      else skipped.push({ target, why: decision.why, isUnchanged: decision.isRecent || undefined });
      continue;
    }
    const problem =
      decision.does === "fail"
        ? decision.problem
        : (secretAccessProblem(found) ?? (found.stored || found.hook ? undefined : capacityProblem(found)));
    if (problem === undefined) changes.push(rotationOf(found, index, target));
    else failures.push({ target, problem });
  }
  const deletions = planDeletions(state.undeclared, state.unreadable, ({ scope, stored }) => ({
    kind: kindName(scope.kind, state.dialect),
    before: `set ${stored.updatedAt ?? "at an unknown time"}`,
  }));
  return {
    changes: [...markLast(changes, state, forced), ...accessChanges, ...deletions],
    skipped: [...state.skipped, ...skipped],
    unreadable: [...state.unreadable, ...failures],
    notes: [
      ...notes,
      ...lineBreakNotes(changes, state),
      ...otherStoreNotes(changes, state),
      ...pruneNotes(state.undeclared, state.unreadable, "secret"),
    ],
  };
}

/**
 * Warns about values of one line that end with a line break, which is most often an editor's. Keys have several lines,
 * and need the last line break.
 */
function lineBreakNotes(changes: readonly Rotation[], { found, values }: RotationState): readonly string[] {
  const entries = new Map(
    changes.flatMap(({ index }) => {
      const reading = found[index];
      return reading ? [[reading.entry, rotationTarget(reading.scope, reading.name)] as const] : [];
    }),
  );
  return Array.from(entries).flatMap(([entry, target]) => {
    const value = values.get(entry);
    if (!value || entry.trim !== undefined || value.indexOf(0x0a) !== value.length - 1) return [];
    const name = isWebhookEntry(entry) ? target : entry.secret;
    return `${name}: its value ends with a line break, which becomes part of the secret. Set trim: line-break to remove it, or trim: none if it is intended.`;
  });
}

function rotationOf(reading: SecretReading, index: number, target: string): Rotation {
  const { scope, name, access, desiredAccess } = reading;
  const after = desiredAccess && accessAfter(access ?? NO_ACCESS, desiredAccess);
  const unchangedNote = access && after && isSameAccess(access, after) ? " (kept)" : "";
  const description = describeRotation(reading);
  return {
    target,
    does: "rotate",
    ...description,
    before: `${description.before}${access ? `, ${describeAccess(access)}` : ""}`,
    after: `${description.after}${after ? `, ${describeAccess(after)}${unchangedNote}` : ""}`,
    secret: name,
    scope,
    index,
    access: after,
  };
}

function describeRotation({ entry, scope, stored, hook }: SecretReading): Pick<Change, "what" | "before" | "after"> {
  const kind = kindName(scope.kind, entry.dialect);
  const time = stored?.updatedAt;
  if (hook) {
    const lastChange = time === undefined ? "" : `, the webhook was last changed ${time}`;
    return {
      what: `a new secret for ${receiverOf(hook)} (${kind})`,
      before: stored ? `a secret${lastChange}` : "no secret",
      after: stored ? "another secret" : "a secret",
    };
  }
  return {
    what: `${stored ? "a new value" : "a new secret"} (${kind})`,
    before: stored ? `set ${time ?? "at an unknown time"}` : "none",
    after: `set ${stored ? "again" : "for the first time"}`,
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

/** Decides on each secret by policy and time. Targets that share a generated value are decided together. */
function decideAll({ found, since, now }: RotationState): {
  readonly decisions: readonly RotationDecision[];
  readonly notes: string[];
  /** Targets written only because they share their value with others. */
  readonly forced: ReadonlyMap<RotationEntry, ReadonlySet<number>>;
} {
  const sinceOf = (entry: RotationEntry) => (entry.since === "now" ? now : (entry.since ?? since));
  const ownDecisions = found.map((reading): RotationDecision => {
    const { entry, stored, hook } = reading;
    const decision = decideRotation(entry.policy, stored, sinceOf(entry), now, hook && "it has no secret");
    if (decision.does !== "skip" || !decision.isRecent) return decision;
    // The service changes a visibility only together with the value.
    const after = accessDrift(reading);
    return after && !canSetAccess(reading, after) && secretAccessProblem(reading) === undefined
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
    ([entry, { size: count }]) =>
      `${isWebhookEntry(entry) ? "Webhooks" : entry.secret}: all targets share one generated value, so ${count.toLocaleString("en")} ${count === 1 ? "target that is" : "targets that are"} not due ${count === 1 ? "gets" : "get"} it too.`,
  );
  return { decisions, notes, forced };
}

/** Returns true if one generated value is shared by several targets. */
function isSharedGenerated({ valueFor, source, mayHaveSeveralTargets }: RotationEntry): boolean {
  return valueFor === "all" && isGenerated(source) && mayHaveSeveralTargets;
}

/** Returns what is wrong with the resulting access; undefined if nothing is. */
function secretAccessProblem(reading: SecretReading): string | undefined {
  const { entry, scope } = reading;
  if (isWebhookEntry(entry) || scope.kind === "webhook") return undefined;
  const item = `${kindName(scope.kind, entry.dialect)} secret`;
  return accessProblem(scope, reading, entry.access, { item, name: entry.secret });
}

/** Returns true if the access can be set without a new value: a list of repositories can, a visibility can't. */
function canSetAccess({ access }: SecretReading, after: ItemAccess): boolean {
  return access?.visibility === "selected" && after.visibility === "selected";
}

/** Returns what prevents setting the access to a secret that does not get a new value. */
function fixedAccessProblem(found: SecretReading, after: ItemAccess, why: string): string | undefined {
  if (canSetAccess(found, after) || !found.access) return undefined;
  return `it is ${describeAccess(found.access)}, and must be ${describeAccess(after)}. The service changes the visibility only together with the value, and it gets none: ${why}.`;
}

function accessChangeOf(
  { entry, name, access }: SecretReading,
  scope: SecretScope,
  index: number,
  target: string,
  after: ItemAccess,
): AccessChange {
  return {
    does: "set-access",
    target,
    what: `other repositories, the same value (${kindName(scope.kind, entry.dialect)})`,
    before: access ? describeAccess(access) : "none",
    after: describeAccess(after),
    secret: name,
    scope,
    index,
    access: after,
  };
}

/** Maximum number of targets that a note names. */
const MAX_NOTED = 5;

/** Says which of the secrets that get a new value also exist in another store, where they keep theirs. */
function otherStoreNotes(changes: readonly Rotation[], { found }: RotationState): readonly string[] {
  const places = new Map<string, { readonly kind: string; readonly secret: string; readonly scopes: string[] }>();
  const planned = new Set(found.map(({ scope, name }) => `${scopeKey(scope)} ${name.toUpperCase()}`));
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
