import type { FailedEvent } from "@forgehand/core/recovery";
import type { GivenUp } from "../../plan.ts";
import { LISTING_DELAY, type ReportedAttempt } from "./checkpoint/checkpoint.ts";
import { hookName } from "./hooks/hook-scope.ts";
import { type HookReading, matchesEventFilter, type ScopeReading } from "./read.ts";
import type { RedeliverOptions } from "./redeliver-options.ts";

/** Maximum number of events listed per webhook, for each of new and old ones; the rest is only counted. */
const MAX_LISTED = 1000;

/** Lists the events of a webhook that are not redelivered any more. */
export function givenUpEvents({ scope, options }: ScopeReading, hook: HookReading): readonly GivenUp[] {
  const target = hookName(scope, hook.id);
  const listed: GivenUp[] = [];
  const omitted = { new: 0, old: 0 };
  const counts = { new: 0, old: 0 };
  for (const { event, why, isNew } of allGivenUp(options, hook)) {
    if (!matchesEventFilter(event, options)) continue;
    const age = isNew ? "new" : "old";
    counts[age] += 1;
    if (counts[age] > MAX_LISTED) omitted[age] += 1;
    else listed.push({ target: eventName(target, event), problem: `given up: ${why}, ${describeLast(event)}`, isNew });
  }
  for (const [age, count] of Object.entries(omitted)) {
    if (count === 0) continue;
    const problem = `given up: ${count.toLocaleString("en")} more events`;
    listed.push({ target, problem, isNew: age === "new", count });
  }
  return listed;
}

/** Returns the last attempts of the events that this run is the first to report as given up. */
export function newlyGivenUp({ options }: ScopeReading, hook: HookReading): readonly ReportedAttempt[] {
  const attempts: ReportedAttempt[] = [];
  for (const { event, isNew } of allGivenUp(options, hook)) {
    if (!isNew || !matchesEventFilter(event, options)) continue;
    attempts.push({ hook: hook.id, id: event.id, at: Date.parse(event.delivered_at) });
  }
  return attempts;
}

/** Names one event for one webhook: several webhooks can receive an event under the same GUID. */
export function eventName(target: string, { event, action, guid }: FailedEvent): string {
  return `${target}: ${action === null ? event : `${event} ${action}`} ${guid}`;
}

interface GivenUpEvent {
  readonly event: FailedEvent;
  readonly why: string;
  readonly isNew: boolean;
}

/** Without a checkpoint it is not known what earlier runs have reported, so everything within the window counts as new. */
function* allGivenUp(
  { window }: RedeliverOptions,
  { id, recovery, since, reported }: HookReading,
): Generator<GivenUpEvent> {
  // An event that was due in the last run has been attempted since. So an event that was not had been given up before.
  const isNew = (event: FailedEvent) =>
    (since === undefined || Date.parse(event.delivered_at) >= since.getTime() - LISTING_DELAY) &&
    !reported.has(`${id}/${event.id}`);
  for (const event of recovery.exhausted)
    yield { event, why: `failed ${event.attempts} times or more`, isNew: isNew(event) };
  for (const event of recovery.expired)
    yield { event, why: "first failed before the record retention period", isNew: isNew(event) };
  for (const event of recovery.outside) {
    yield {
      event,
      why: `failed before the window of this run, which ${window === undefined ? "overlap-minutes" : "window-hours"} can extend`,
      isNew: false,
    };
  }
}

function describeLast({ status, delivered_at }: FailedEvent): string {
  return `the last time ${delivered_at} with ${JSON.stringify(status)}`;
}
