import { checkOptionNames } from "../check-option-names.ts";
import { invalidField } from "../errors.ts";

const HOUR = 3_600_000;

/** Options of {@link planRecovery}. Durations are in milliseconds. */
export interface RecoveryOptions {
  /**
   * The service's time before the records were read, from the `Date` header of a response. Records carry the
   * service's times, and the local clock may differ.
   */
  readonly now: Date;
  /**
   * Period after its first attempt in which an event can be redelivered: as long as the service keeps records.
   * Default 3 days; GitHub Enterprise Server keeps records for 7.
   */
  readonly retention?: number | undefined;
  /** Maximum number of attempts for an event, including the first; default 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * Start of the last successful run, by the service's clock. Events last attempted before it, minus `overlap`, are
   * skipped. Update it only after all redeliveries of a run were accepted. Default: all events are considered, which
   * is safe, since their records show the number of attempts. A time after `now` is ignored.
   */
  readonly since?: Date | undefined;
  /**
   * Period before `since` in which events are considered: the longest delay until a record is listed, plus the
   * service's clock skew.
   * Default 1 hour.
   */
  readonly overlap?: number | undefined;
  /** Names of the events to recover; default all. */
  readonly events?: readonly string[] | undefined;
}

/** Validated options. Times are in milliseconds. */
export interface RecoverySettings {
  /** Events first attempted before this time can't be redelivered. */
  readonly retentionStart: number;
  /** Events last attempted before this time are skipped. */
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

/** @throws InputError if an option is invalid */
export function readRecoveryOptions(options: RecoveryOptions): RecoverySettings {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object with now");
  checkOptionNames(options, OPTIONS);
  const { now, retention = 72 * HOUR, maxAttempts = 5, since, overlap = HOUR, events } = options;
  if (!isTime(now)) throw invalidField("now", "must be the service's time, a valid Date");
  if (!isDuration(retention) || retention === 0)
    throw invalidField("retention", "must be a number of milliseconds above 0");
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1)
    throw invalidField("maxAttempts", "must be a whole number above 0");
  if (since !== undefined && !isTime(since)) throw invalidField("since", "must be a valid Date");
  if (!isDuration(overlap)) throw invalidField("overlap", "must be a number of milliseconds");
  if (events !== undefined && !isNameList(events)) throw invalidField("events", "must be a list of event names");
  return {
    retentionStart: now.getTime() - retention,
    windowStart: since && since <= now ? since.getTime() - overlap : -Infinity,
    maxAttempts,
    events: events && new Set(events),
  };
}

function isTime(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string" && name !== "");
}
