import type { FailedEvent } from "@forgehand/core/recovery";
import { isSelected, receiverOf, unmatchedSelectors } from "../../hooks/select-hooks.ts";
import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import type { NoneFound } from "../../targets/if-none-found.ts";
import { eventName, givenUpEvents } from "./given-up.ts";
import { type HookScope, hookName } from "./hooks/hook-scope.ts";
import { type HookReading, matchesEventFilter, type RedeliveryState, type ScopeReading } from "./read.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

/** One event to redeliver to one webhook. */
export interface Redelivery extends Change {
  readonly kind: HookScope["kind"];
  readonly scope: string;
  readonly hook: string;
  /** Variables store the checkpoint and the lock of its run. */
  readonly usesVariables: boolean;
  /** The newest delivery record of the event. */
  readonly delivery: FailedEvent;
}

/** GitHub keeps delivery records for three days, GitHub Enterprise Server for seven. */
const RECORD_RETENTION = 3 * 86_400_000;

/** Plans redeliveries: oldest first, at most `max-redeliveries` per entry. */
export function planRedeliveries({
  entries,
  found,
  isSharded,
  skipped,
  unreadable,
}: RedeliveryState): Plan<Redelivery> {
  const changes: Redelivery[] = [];
  const skippedTargets: Skipped[] = [...skipped];
  const missing: Failure[] = [];
  const notes = found.flatMap(notesFor);
  const chosen = chooseHooks(found);
  for (const options of entries) {
    const ownScopes = found.filter((reading) => reading.options === options);
    const wanted = chosen
      .filter((chosenHook) => chosenHook.reading.options === options)
      .flatMap(({ reading, hook }) =>
        dueRedeliveries(reading, hook).filter(({ delivery }) => !isInFlight(hook, delivery)),
      );
    const inOrder = wanted.toSorted((a, b) => byAge(a.delivery, b.delivery));
    changes.push(...inOrder.slice(0, options.maxRedeliveries));
    skippedTargets.push(
      ...inOrder.slice(options.maxRedeliveries).map(({ target }) => ({
        target,
        why: `postponed to the next run: max-redeliveries is ${options.maxRedeliveries.toLocaleString("en")}`,
      })),
      ...ownScopes.flatMap((reading) => skippedHooks(reading, chosen)),
      // A pattern matches many repositories without webhooks, so this is not worth a warning.
      ...ownScopes.flatMap(({ scope, listed, unexpected }) =>
        listed.length + unexpected.length === 0 ? { target: scope.name, why: "has no webhook" } : [],
      ),
    );
    // The webhook may belong to another shard.
    if (isSharded) continue;
    const unmatched = unmatchedHooks(options, ownScopes);
    skippedTargets.push(...unmatched.skipped);
    missing.push(...unmatched.failures);
    notes.push(...unmatched.warnings, ...unsubscribedEvents(options, ownScopes));
  }
  for (const { reading, hook } of chosen) {
    const due = dueRedeliveries(reading, hook);
    const inFlight = due.filter(({ delivery }) => isInFlight(hook, delivery));
    skippedTargets.push(
      ...inFlight.map(({ target }) => ({ target, why: "redelivered a moment ago; it has no record yet" })),
    );
    // A run that waits has reported them.
    const failedAgain = due.flatMap(({ delivery }) => (delivery.attempts > 1 ? delivery : []));
    if (reading.options.wait === 0) notes.push(...failedAgainNote(hookName(reading.scope, hook.id), failedAgain));
  }
  return {
    changes: changes.toSorted((a, b) => byAge(a.delivery, b.delivery)),
    skipped: skippedTargets,
    unreadable: [...unreadable, ...missing],
    notes,
    givenUp: chosen.flatMap(({ reading, hook }) => givenUpEvents(reading, hook)),
  };
}

/** One webhook of one scope. */
export interface ChosenHook {
  readonly reading: ScopeReading;
  readonly hook: HookReading;
}

/** Returns every webhook once. If several entries select it, the first one counts. */
export function chooseHooks(found: readonly ScopeReading[]): readonly ChosenHook[] {
  const chosen = new Map<string, ChosenHook>();
  for (const reading of found) {
    for (const hook of reading.hooks) {
      const name = hookName(reading.scope, hook.id).toLowerCase();
      if (!chosen.has(name)) chosen.set(name, { reading, hook });
    }
  }
  return [...chosen.values()];
}

/** Returns every event of a webhook that needs redelivery, by this run or another. */
export function dueRedeliveries({ scope, options }: ScopeReading, hook: HookReading): readonly Redelivery[] {
  const wanted = Array.from(hook.recovery.redeliver).filter((event) => matchesEventFilter(event, options));
  return wanted.map((delivery) => ({
    target: eventName(hookName(scope, hook.id), delivery),
    what: `redeliver to ${receiverOf(hook)}`,
    before: `${delivery.attempts} failed, the last with ${JSON.stringify(delivery.status)}`,
    after: `attempt ${delivery.attempts + 1}`,
    kind: scope.kind,
    scope: scope.name,
    hook: hook.id,
    usesVariables: options.window === undefined,
    delivery,
  }));
}

/** Returns true if the event was redelivered a moment ago. */
function isInFlight({ id, inFlight }: HookReading, delivery: Pick<FailedEvent, "id">): boolean {
  return inFlight.has(`${id}/${delivery.id}`);
}

function skippedHooks(found: ScopeReading, chosen: readonly ChosenHook[]): readonly Skipped[] {
  const { scope, listed, options, hooks } = found;
  const disabled = listed.filter((hook) => !hook.active && isSelected(hook, options.hooks));
  const handledEarlier = hooks.filter(
    (hook) => !chosen.some((chosenHook) => chosenHook.reading === found && chosenHook.hook === hook),
  );
  return [
    ...disabled.map(({ id }) => ({ target: hookName(scope, id), why: "is disabled" })),
    ...handledEarlier.map(({ id }) => ({ target: hookName(scope, id), why: "is already handled by an earlier entry" })),
  ];
}

/** Returns the selectors of an entry that match no webhook. */
function unmatchedHooks(
  { hooks, selection, organizations, ifNoneFound = "error" }: RedeliverOptions,
  ownScopes: readonly ScopeReading[],
): NoneFound {
  if (selection === undefined && organizations.length === 0) return { failures: [], skipped: [], warnings: [] };
  const lists = ownScopes
    .filter(({ scope }) => scope.kind !== "app")
    .map(({ listed, unexpected }) => ({ hooks: listed, unexpected }));
  return unmatchedSelectors(hooks, lists, ifNoneFound);
}

/**
 * Warns about events that none of the entry's webhooks subscribes to: a typo would silently skip every failed delivery.
 */
function unsubscribedEvents({ events = [] }: RedeliverOptions, ownScopes: readonly ScopeReading[]): readonly string[] {
  const hooks = ownScopes.flatMap(({ listed }) => listed);
  const subscribed = new Set(["ping", ...hooks.flatMap(({ events = ["*"] }) => events)]);
  if (hooks.length === 0 || subscribed.has("*")) return [];
  const unsubscribed = new Set(events.map(({ event }) => event).filter((event) => !subscribed.has(event)));
  return Array.from(unsubscribed, (event) => `events names ${event}, but none of the webhooks subscribes to it.`);
}

function notesFor({ scope, checkpoint, began, hooks, options }: ScopeReading): string[] {
  const notes = (options.window === undefined ? hooks : [])
    .filter(({ since }) => since !== undefined && began.getTime() - since.getTime() > RECORD_RETENTION)
    .map(
      ({ id, since }) =>
        `The last run that checked ${hookName(scope, id)} was at ${since?.toISOString()}, longer ago than delivery records are kept (3 days; 7 on GitHub Enterprise Server): failures may be lost.`,
    );
  if (checkpoint.damaged !== undefined) {
    const value = JSON.stringify(
      checkpoint.damaged.length > 200 ? `${checkpoint.damaged.slice(0, 200)}…` : checkpoint.damaged,
    );
    notes.push(
      `The variable ${options.variable} of ${scope.store.name} has an invalid checkpoint, or one in the future (${value}). It was ignored.`,
    );
  }
  return notes;
}

/** Warns about a receiver that has failed for events that were redelivered to it. */
export function failedAgainNote(name: string, attempts: readonly { readonly status: string }[]): readonly string[] {
  const last = attempts.at(-1);
  if (last === undefined) return [];
  const count =
    attempts.length === 1 ? "an event that was" : `${attempts.length.toLocaleString("en")} events that were`;
  return [`${name}: the receiver failed again for ${count} redelivered, with ${JSON.stringify(last.status)}.`];
}

function byAge(a: FailedEvent, b: FailedEvent): number {
  return Date.parse(a.delivered_at) - Date.parse(b.delivered_at) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
}
