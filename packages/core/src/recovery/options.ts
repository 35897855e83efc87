import { checkOptionNames } from "../check-option-names.ts";
import { invalidField } from "../errors.ts";

const HOUR = 3_600_000;

/** What is to be recovered. Lengths of time are in milliseconds. */
export interface RecoveryOptions {
  /**
   * The service's time, as it was before the records were read: the `Date` header of an answer of its. The records are
   * stamped by the service's clock, and the machine's own may be wrong.
   */
  readonly now: Date;
  /**
   * How long an event can be delivered again, reckoned from its first attempt: as long as the service keeps records.
   * Default 3 days; self-hosted services keep them for 7.
   */
  readonly retention?: number | undefined;
  /** An event that was attempted so often, the first time included, is let go; default 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * When the last run began of those that got through, by the service's clock: until the service has taken the last of a
   * run's redeliveries, the time of the run before stays. Events that were last attempted before it, less the `overlap`,
   * are left alone. Default: all events are looked at, which loses none and costs no more, as their records tell how often
   * they were attempted. A time ahead of `now` can't be a run's, and counts as none.
   */
  readonly since?: Date | undefined;
  /**
   * How far before `since` to look again: the longest that a record may be listed after the time that it bears, and that
   * the service's clocks may differ. Default 1 hour.
   */
  readonly overlap?: number | undefined;
  /** The names of the events to look at; default all. */
  readonly events?: readonly string[] | undefined;
}

/** The options, checked, as what records are held against. Times are in milliseconds. */
export interface RecoverySettings {
  /** Events that were first attempted before can't be delivered again. */
  readonly kept: number;
  /** Events that were last attempted before are left alone. */
  readonly windowStart: number;
  readonly maxAttempts: number;
  readonly events: ReadonlySet<string> | undefined;
}

const OPTIONS = {
  now: true,
  retention: true,
  maxAttempts: true,
  since: true,
  overlap: true,
  events: true,
} as const satisfies Record<keyof RecoveryOptions, true>;

/** @throws InputError on an option that can't be right, naming it */
export function readRecoveryOptions(options: RecoveryOptions): RecoverySettings {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object with the time, now");
  checkOptionNames(options, OPTIONS);
  const { now, retention = 72 * HOUR, maxAttempts = 5, since, overlap = HOUR, events } = options;
  if (!isTime(now)) throw invalidField("now", "must be the service's time, a Date that is valid");
  if (!isLength(retention) || retention === 0)
    throw invalidField("retention", "must be a number of milliseconds above 0");
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1)
    throw invalidField("maxAttempts", "must be a whole number above 0");
  if (since !== undefined && !isTime(since)) throw invalidField("since", "must be a Date that is valid");
  if (!isLength(overlap)) throw invalidField("overlap", "must be a number of milliseconds");
  if (events !== undefined && !isNames(events)) throw invalidField("events", "must be a list of the names of events");
  return {
    kept: now.getTime() - retention,
    windowStart: since && since <= now ? since.getTime() - overlap : -Infinity,
    maxAttempts,
    events: events && new Set(events),
  };
}

function isTime(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string" && name !== "");
}
