import type { FailedEvent, RecoveryPlan } from "@forgehand/core/recovery";
import type { Change, Failure, Plan, Skipped } from "../../plan.ts";
import { type HookPlace, hookName } from "./hooks/hook-place.ts";
import { fits, isMasked, isSelected, receiverOf } from "./hooks/select-hooks.ts";
import type { Options } from "./options.ts";
import { type Found, type FoundHook, isWanted, type State } from "./read.ts";

/** One event to send to one webhook again. */
export interface Redelivery extends Change {
  readonly kind: HookPlace["kind"];
  readonly place: string;
  readonly hook: string;
  /** The newest record of the event. */
  readonly delivery: FailedEvent;
}

/** The service keeps records for three days (public documents), a self-hosted one for seven. */
const RETENTION = 3 * 86_400_000;

/** Events of one webhook that are left alone for one reason are told of up to so many; then how many more there are. */
const TOLD = 1000;

/** Plans what to send again: of all that is wanted the oldest, as many as a run may send. */
export function planRedeliveries({ entries, found, isPart, skipped, unreadable }: State): Plan<Redelivery> {
  const changes: Redelivery[] = [];
  const leftAlone: Skipped[] = [...skipped];
  const missing: Failure[] = [];
  const notes = found.flatMap(notesOn);
  const chosen = chooseHooks(found);
  for (const options of entries) {
    const own = found.filter((one) => one.options === options);
    const wanted = chosen
      .filter((one) => one.found.options === options)
      .flatMap(({ found, hook }) => wantedOf(found, hook).filter(({ delivery }) => !isInFlight(hook, delivery)));
    const inOrder = wanted.toSorted((a, b) => older(a.delivery, b.delivery));
    changes.push(...inOrder.slice(0, options.maxRedeliveries));
    leftAlone.push(
      ...inOrder.slice(options.maxRedeliveries).map(({ target }) => ({
        target,
        why: `left for the next run: max-redeliveries is ${options.maxRedeliveries.toLocaleString("en")}`,
      })),
      ...own.flatMap((one) => hooksLeftAlone(one, chosen)),
      // A pattern finds many such repositories: that is nothing to warn of.
      ...own.flatMap(({ place, listed }) =>
        listed.length === 0 ? { target: place.name, why: "it has no webhook" } : [],
      ),
    );
    const unmatched = unmatchedBy(options, own);
    leftAlone.push(...unmatched.skipped);
    // Another shard may have it.
    if (!isPart) missing.push(...unmatched.missing);
    if (!isPart) notes.push(...unheardOf(options, own));
  }
  for (const { found, hook } of chosen) leftAlone.push(...eventsLeftAlone(found, hook));
  return {
    changes: changes.toSorted((a, b) => older(a.delivery, b.delivery)),
    skipped: leftAlone,
    unreadable: [...unreadable, ...missing],
    notes,
  };
}

/** One webhook of one place. */
export interface Chosen {
  readonly found: Found;
  readonly hook: FoundHook;
}

/** Every webhook once: where several entries have it, the first counts. */
export function chooseHooks(found: readonly Found[]): readonly Chosen[] {
  const chosen = new Map<string, Chosen>();
  for (const one of found) {
    for (const hook of one.hooks) {
      const name = hookName(one.place, hook.id).toLowerCase();
      if (!chosen.has(name)) chosen.set(name, { found: one, hook });
    }
  }
  return [...chosen.values()];
}

/** Every event of a webhook that is to be sent again, by this run or another. */
export function wantedOf({ place, options }: Found, hook: FoundHook): readonly Redelivery[] {
  const wanted = Array.from(hook.recovery.redeliver).filter((event) => isWanted(event, options));
  return wanted.map((delivery) => ({
    target: targetOf(place, hook, delivery),
    what: `redeliver to ${receiverOf(hook)}`,
    before: `${delivery.attempts} failed, the last with ${JSON.stringify(delivery.status)}`,
    after: `attempt ${delivery.attempts + 1}`,
    kind: place.kind,
    place: place.name,
    hook: hook.id,
    delivery,
  }));
}

/** Was it sent again a moment ago? */
function isInFlight({ id, inFlight }: FoundHook, delivery: Pick<FailedEvent, "id">): boolean {
  return inFlight.has(`${id}/${delivery.id}`);
}

function eventsLeftAlone(found: Found, hook: FoundHook): readonly Skipped[] {
  const { place, options } = found;
  const { exhausted, outside, expired }: RecoveryPlan = hook.recovery;
  const last = ({ status, delivered_at }: FailedEvent) => `${delivered_at} with ${JSON.stringify(status)}`;
  const because = (events: Iterable<FailedEvent>, why: (event: FailedEvent) => string): Skipped[] => {
    const told: Skipped[] = [];
    let more = 0;
    for (const event of events) {
      if (!isWanted(event, options)) continue;
      if (told.length === TOLD) more += 1;
      else told.push({ target: targetOf(place, hook, event), why: why(event) });
    }
    const rest = { target: hookName(place, hook.id), why: `${more.toLocaleString("en")} more events like the last` };
    return more === 0 ? told : [...told, rest];
  };
  const inFlight = wantedOf(found, hook).filter(({ delivery }) => isInFlight(hook, delivery));
  return [
    ...inFlight.map(({ target }) => ({ target, why: "sent again a moment ago; it has no record yet" })),
    ...because(expired, (event) => `first failed longer ago than records are kept; last ${last(event)}`),
    ...because(
      outside,
      (event) => `last failed ${last(event)}, before what this run looks at: overlap-minutes has it look further back`,
    ),
    ...because(
      exhausted,
      (event) => `failed ${event.attempts} times or more, the last with ${JSON.stringify(event.status)}`,
    ),
  ];
}

function hooksLeftAlone(found: Found, chosen: readonly Chosen[]): readonly Skipped[] {
  const { place, listed, options, hooks } = found;
  const isOff = listed.filter((hook) => !hook.active && isSelected(hook, options.hooks));
  const isOthers = hooks.filter((hook) => !chosen.some((one) => one.found === found && one.hook === hook));
  return [
    ...isOff.map(({ id }) => ({ target: hookName(place, id), why: "it is switched off" })),
    ...isOthers.map(({ id }) => ({ target: hookName(place, id), why: "an entry before this one is about it too" })),
  ];
}

/** What an entry names that there isn't. An id is meant to be there; a pattern may find nothing. */
function unmatchedBy(
  { hooks, selection, organizations }: Options,
  own: readonly Found[],
): { readonly skipped: readonly Skipped[]; readonly missing: readonly Failure[] } {
  if (selection === undefined && organizations.length === 0) return { skipped: [], missing: [] };
  const listed = own.filter(({ place }) => place.kind !== "app").flatMap(({ listed }) => listed);
  const skipped: Skipped[] = [];
  const missing: Failure[] = [];
  for (const selector of hooks) {
    if (typeof selector === "string") continue;
    if ("id" in selector) {
      if (listed.some(({ id }) => id === String(selector.id))) continue;
      missing.push({
        target: `webhook ${selector.id}`,
        problem: "there is none of that number; the settings of a webhook show it at the end of their address",
      });
    } else if (!listed.some(({ address }) => fits(address, selector.address))) {
      const masked = listed.filter(isMasked).length;
      const why = `no webhook has such an address${masked === 0 ? "" : `, but that of ${masked} is masked: name those by their ids`}`;
      skipped.push({ target: `webhooks ${selector.address}`, why });
    }
  }
  return { skipped, missing };
}

/** Events that an entry names, and none of its webhooks is told of: a slip would let everything that failed lie. */
function unheardOf({ events = [] }: Options, own: readonly Found[]): readonly string[] {
  const hooks = own.flatMap(({ listed }) => listed);
  const told = new Set(["ping", ...hooks.flatMap(({ events = ["*"] }) => events)]);
  if (hooks.length === 0 || told.has("*")) return [];
  const unheard = new Set(events.map(({ event }) => event).filter((event) => !told.has(event)));
  return Array.from(unheard, (event) => `events names ${event}, which none of the webhooks is told of.`);
}

function notesOn({ place, kept, began, hooks, options }: Found): string[] {
  const notes = hooks
    .filter(({ since }) => since !== undefined && began.getTime() - since.getTime() > RETENTION)
    .map(
      ({ id, since }) =>
        `The last run that looked at ${hookName(place, id)} was at ${since?.toISOString()}, longer ago than records are kept (3 days; 7 on a self-hosted service): failures may be lost.`,
    );
  if (kept.damaged !== undefined) {
    const value = JSON.stringify(kept.damaged.length > 200 ? `${kept.damaged.slice(0, 200)}…` : kept.damaged);
    notes.push(
      `The variable ${options.variable} of ${place.store.name} holds no times of a run, or times that lie ahead (${value}); they count as none.`,
    );
  }
  return notes;
}

/** One event on its way to one webhook: several webhooks get an event under the same GUID. */
function targetOf(place: HookPlace, { id }: FoundHook, { event, action, guid }: FailedEvent): string {
  return `${hookName(place, id)}: ${action === null ? event : `${event} ${action}`} ${guid}`;
}

function older(a: FailedEvent, b: FailedEvent): number {
  return Date.parse(a.delivered_at) - Date.parse(b.delivered_at) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
}
