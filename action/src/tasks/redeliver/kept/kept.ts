import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import { readSent, type Sent, stillInFlight, Time, timeText, WrittenSent, writeSent } from "../lock/sent.ts";

/** What runs keep for the next one, as JSON in a variable. */
export interface Kept {
  /** The service's time at which the last run began that got through, by webhook. */
  readonly hooks: ReadonlyMap<string, Date>;
  /** What was sent a moment ago, and may have no record yet. */
  readonly sent: readonly Sent[];
  /** The variable's value, where no run can have written it, or a part of it. */
  readonly damaged: string | undefined;
  readonly exists: boolean;
}

const Written = z.object({
  hooks: z.record(z.string().check(z.regex(/^(\d+|app(-[\w.-]+)?)( .+)?$/)), Time),
  sent: z.optional(WrittenSent),
});

/** The service's clocks differ by so much at the most. */
const AHEAD = 60_000;

/** The largest value of a variable, in bytes (public documents). */
const LARGEST = 48 * 1024;

/** A time that is older says nothing: no service keeps records for as long. */
const USELESS = 30 * 86_400_000;

/** Reads what was kept. What no run can have written, or times that lie ahead, count as none. */
export function readKept(value: string | undefined, now: Date): Kept {
  if (value === undefined) return { hooks: new Map(), sent: [], damaged: undefined, exists: false };
  const { success, data } = z.safeParse(Written, parseJson(value));
  const times = Object.entries(data?.hooks ?? {}).map(([key, at]): [string, Date] => [key, new Date(at)]);
  const past = times.filter(([, at]) => at.getTime() <= now.getTime() + AHEAD);
  return {
    hooks: new Map(past),
    sent: readSent(data?.sent ?? []),
    damaged: success && past.length === times.length ? undefined : value,
    exists: true,
  };
}

/**
 * The value that keeps it. Where it is too large, the oldest times go: of a webhook without one, everything is looked at.
 * @returns it, and how many times had to go
 */
export function writeKept(
  { hooks, sent }: Pick<Kept, "hooks" | "sent">,
  run: string | undefined,
  now: Date,
): { readonly value: string; readonly omitted: number } {
  const useful = Array.from(hooks).filter(([, at]) => now.getTime() - at.getTime() < USELESS);
  const newest = useful.toSorted(([, a], [, b]) => b.getTime() - a.getTime());
  const written = writeSent(stillInFlight(sent, now.getTime()));
  const textOf = (times: typeof newest) =>
    JSON.stringify({
      hooks: Object.fromEntries(times.map(([key, at]) => [key, timeText(at.getTime())])),
      run: run ?? null,
      ...(written.length > 0 && { sent: written }),
    });
  let size = newest.length;
  let value = textOf(newest);
  while (Buffer.byteLength(value) > LARGEST && size > 0) {
    size = Math.floor(size * 0.95);
    value = textOf(newest.slice(0, size));
  }
  return { value, omitted: newest.length - size };
}

/** The same with what a run has to keep. @param gone tells of an entry that nobody needs any more */
export function updatedKept(
  before: Pick<Kept, "hooks" | "sent">,
  { times, sent, gone }: { times: ReadonlyMap<string, Date>; sent: readonly Sent[]; gone: (key: string) => boolean },
): Pick<Kept, "hooks" | "sent"> {
  const hooks = new Map([...before.hooks].filter(([key]) => !gone(key)));
  for (const [key, at] of times) {
    // A run that began later may have got through before this one.
    const other = hooks.get(key);
    if (!other || other < at) hooks.set(key, at);
  }
  return { hooks, sent: [...before.sent, ...sent] };
}
