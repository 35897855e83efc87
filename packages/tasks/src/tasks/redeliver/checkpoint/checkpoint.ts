import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import {
  formatTime,
  parseSent,
  type SentRedelivery,
  SerializedSent,
  serializeSent,
  stillInFlight,
  TimeSchema,
} from "../lock/sent-redeliveries.ts";

/** The parts of a checkpoint that runs update. */
type CheckpointContent = Pick<Checkpoint, "hooks" | "sent" | "reported">;

/** The last attempt of an event that a run has reported as given up. */
export interface ReportedAttempt {
  readonly hook: string;
  /** Id of its delivery record. */
  readonly id: string;
  /** The service's time, in milliseconds. */
  readonly at: number;
}

/** Maximum delay until an attempt is listed, in milliseconds: the last run may not have seen the ones just before it. */
export const LISTING_DELAY = 600_000;

/** State that runs leave for the next one, as JSON in a variable. */
export interface Checkpoint {
  /** Start time of the last successful run by webhook key, by the service's clock. */
  readonly hooks: ReadonlyMap<string, Date>;
  /** Redeliveries sent a moment ago that may have no record yet. */
  readonly sent: readonly SentRedelivery[];
  /** Recent attempts of events that runs have reported as given up, and that the next run would report again. */
  readonly reported: readonly ReportedAttempt[];
  /** The variable's value, if it is invalid in whole or in part. */
  readonly damaged: string | undefined;
  readonly exists: boolean;
}

const CheckpointSchema = z.object({
  hooks: z.record(z.string().check(z.regex(/^(\d+|app(-[\w.-]+)?)( .+)?$/)), TimeSchema),
  sent: z.optional(SerializedSent),
  reported: z.optional(SerializedSent),
});

/** Maximum difference between the service's clocks, in milliseconds. */
const MAX_CLOCK_SKEW = 60_000;

/** Maximum size of a variable's value, in bytes. */
const MAX_VALUE_SIZE = 48 * 1024;

/** Maximum number of reported attempts, of up to 17 characters. Those beyond are reported once more. */
const MAX_REPORTED = 500;

/** Maximum age of times in a checkpoint, in milliseconds: no service keeps delivery records for longer. */
const MAX_AGE = 30 * 86_400_000;

/** Parses a checkpoint. Invalid values and future times are ignored. */
export function parseCheckpoint(value: string | undefined, now: Date): Checkpoint {
  if (value === undefined) return { hooks: new Map(), sent: [], reported: [], damaged: undefined, exists: false };
  const { success, data } = z.safeParse(CheckpointSchema, parseJson(value));
  const times = Object.entries(data?.hooks ?? {}).map(([key, time]): [string, Date] => [key, new Date(time)]);
  const past = times.filter(([, time]) => time.getTime() <= now.getTime() + MAX_CLOCK_SKEW);
  return {
    hooks: new Map(past),
    sent: parseSent(data?.sent ?? []),
    reported: parseSent(data?.reported ?? []),
    damaged: success && past.length === times.length ? undefined : value,
    exists: true,
  };
}

/**
 * Serializes a checkpoint. If it is too large, the oldest times are dropped; webhooks without one are checked
 * completely.
 * @returns the value, and the number of dropped times
 */
export function serializeCheckpoint(
  { hooks, sent, reported }: CheckpointContent,
  run: string | undefined,
  now: Date,
): { readonly value: string; readonly omitted: number } {
  const useful = Array.from(hooks).filter(([, time]) => now.getTime() - time.getTime() < MAX_AGE);
  const newest = useful.toSorted(([, a], [, b]) => b.getTime() - a.getTime());
  const serializedSent = serializeSent(stillInFlight(sent, now.getTime()));
  const recentlyReported = reported.filter(({ at }) => now.getTime() - at < MAX_AGE).toSorted((a, b) => b.at - a.at);
  const serializedReported = serializeSent(recentlyReported.slice(0, MAX_REPORTED));
  const serialize = (times: typeof newest) =>
    JSON.stringify({
      hooks: Object.fromEntries(times.map(([key, time]) => [key, formatTime(time.getTime())])),
      run: run ?? null,
      ...(serializedSent.length > 0 && { sent: serializedSent }),
      ...(serializedReported.length > 0 && { reported: serializedReported }),
    });
  let size = newest.length;
  let value = serialize(newest);
  while (Buffer.byteLength(value) > MAX_VALUE_SIZE && size > 0) {
    size = Math.floor(size * 0.95);
    value = serialize(newest.slice(0, size));
  }
  return { value, omitted: newest.length - size };
}

/** Results of a run for the next ones. */
export interface CheckpointUpdate {
  readonly times: ReadonlyMap<string, Date>;
  readonly sent: readonly SentRedelivery[];
  readonly reported: readonly ReportedAttempt[];
}

/**
 * Merges the results of a run into a checkpoint.
 * @param isStale returns true for entries that are no longer needed
 */
export function updateCheckpoint(
  before: CheckpointContent,
  { times, sent, reported, isStale }: CheckpointUpdate & { isStale: (key: string) => boolean },
): CheckpointContent {
  const hooks = new Map([...before.hooks].filter(([key]) => !isStale(key)));
  for (const [key, time] of times) {
    // A run that started later may have finished before this one.
    const current = hooks.get(key);
    if (!current || current < time) hooks.set(key, time);
  }
  const allReported = new Map([...before.reported, ...reported].map((attempt) => [JSON.stringify(attempt), attempt]));
  return {
    hooks,
    sent: [...before.sent, ...sent],
    reported: [...allReported.values()].filter(({ hook, at }) => {
      const ownTimes = [...hooks].filter(([key]) => key.split(" ", 1)[0] === hook).map(([, time]) => time.getTime());
      return !isStale(hook) && (ownTimes.length === 0 || at >= Math.min(...ownTimes) - LISTING_DELAY);
    }),
  };
}
