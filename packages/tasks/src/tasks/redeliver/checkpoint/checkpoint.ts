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

/** State that runs leave for the next one, as JSON in a variable. */
export interface Checkpoint {
  /** Start time of the last successful run by webhook key, by the service's clock. */
  readonly hooks: ReadonlyMap<string, Date>;
  /** Redeliveries sent a moment ago that may have no record yet. */
  readonly sent: readonly SentRedelivery[];
  /** The variable's value, if it is invalid in whole or in part. */
  readonly damaged: string | undefined;
  readonly exists: boolean;
}

const CheckpointSchema = z.object({
  hooks: z.record(z.string().check(z.regex(/^(\d+|app(-[\w.-]+)?)( .+)?$/)), TimeSchema),
  sent: z.optional(SerializedSent),
});

/** Maximum difference between the service's clocks, in milliseconds. */
const MAX_CLOCK_SKEW = 60_000;

/** Maximum size of a variable's value, in bytes. */
const MAX_VALUE_SIZE = 48 * 1024;

/** Maximum age of times in a checkpoint, in milliseconds: no service keeps delivery records for longer. */
const MAX_AGE = 30 * 86_400_000;

/** Parses a checkpoint. Invalid values and future times are ignored. */
export function parseCheckpoint(value: string | undefined, now: Date): Checkpoint {
  if (value === undefined) return { hooks: new Map(), sent: [], damaged: undefined, exists: false };
  const { success, data } = z.safeParse(CheckpointSchema, parseJson(value));
  const times = Object.entries(data?.hooks ?? {}).map(([key, time]): [string, Date] => [key, new Date(time)]);
  const past = times.filter(([, time]) => time.getTime() <= now.getTime() + MAX_CLOCK_SKEW);
  return {
    hooks: new Map(past),
    sent: parseSent(data?.sent ?? []),
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
  { hooks, sent }: Pick<Checkpoint, "hooks" | "sent">,
  run: string | undefined,
  now: Date,
): { readonly value: string; readonly omitted: number } {
  const useful = Array.from(hooks).filter(([, time]) => now.getTime() - time.getTime() < MAX_AGE);
  const newest = useful.toSorted(([, a], [, b]) => b.getTime() - a.getTime());
  const serializedSent = serializeSent(stillInFlight(sent, now.getTime()));
  const serialize = (times: typeof newest) =>
    JSON.stringify({
      hooks: Object.fromEntries(times.map(([key, time]) => [key, formatTime(time.getTime())])),
      run: run ?? null,
      ...(serializedSent.length > 0 && { sent: serializedSent }),
    });
  let size = newest.length;
  let value = serialize(newest);
  while (Buffer.byteLength(value) > MAX_VALUE_SIZE && size > 0) {
    size = Math.floor(size * 0.95);
    value = serialize(newest.slice(0, size));
  }
  return { value, omitted: newest.length - size };
}

/**
 * Merges the results of a run into a checkpoint.
 * @param isStale returns true for entries that are no longer needed
 */
export function updateCheckpoint(
  before: Pick<Checkpoint, "hooks" | "sent">,
  {
    times,
    sent,
    isStale,
  }: { times: ReadonlyMap<string, Date>; sent: readonly SentRedelivery[]; isStale: (key: string) => boolean },
): Pick<Checkpoint, "hooks" | "sent"> {
  const hooks = new Map([...before.hooks].filter(([key]) => !isStale(key)));
  for (const [key, time] of times) {
    // A run that started later may have finished before this one.
    const current = hooks.get(key);
    if (!current || current < time) hooks.set(key, time);
  }
  return { hooks, sent: [...before.sent, ...sent] };
}
