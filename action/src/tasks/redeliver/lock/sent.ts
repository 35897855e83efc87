import * as z from "zod/mini";

/** A redelivery that was sent, or was just about to be: there may be no record of it yet. */
export interface Sent {
  readonly hook: string;
  /** The delivery that was sent again. */
  readonly id: string;
  /** The service's time, in milliseconds. */
  readonly at: number;
}

/**
 * How long what was sent may be without a record: what its lock says is as old as a lock can be that is held, a receiver may take
 * half a minute to answer, and a list to show it.
 */
export const IN_FLIGHT = 240_000;

/** How many may be told of at once: a variable holds 48 KB (public documents), and an id takes 17 characters at most. */
export const MOST_SENT = 2000;

/** A time that can be told. */
export const Time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), { error: "is no time" }));

/** What was sent as it is written down: by its time, by webhook, ids as hexadecimal digits. */
export const WrittenSent = z.array(
  z.object({ at: Time, ids: z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{1,16}( [0-9a-f]{1,16})*$/))) }),
);
export type WrittenSent = z.infer<typeof WrittenSent>;

export function writeSent(sent: readonly Sent[]): WrittenSent {
  return Array.from(
    Map.groupBy(sent, ({ at }) => Math.floor(at / 1000)),
    ([second, together]) => ({
      at: timeText(second * 1000),
      ids: Object.fromEntries(
        Array.from(
          Map.groupBy(together, ({ hook }) => hook),
          ([hook, ones]) => [hook, ones.map(({ id }) => BigInt(id).toString(16)).join(" ")],
        ),
      ),
    }),
  );
}

export function readSent(written: WrittenSent): readonly Sent[] {
  return written.flatMap(({ at, ids }) =>
    Object.entries(ids).flatMap(([hook, list]) =>
      list.split(" ").map((digits) => ({ hook, id: String(BigInt(`0x${digits}`)), at: Date.parse(at) })),
    ),
  );
}

/** Those that may be without a record now. What bears a time ahead can't be told apart from what was sent just now. */
export function stillInFlight(sent: readonly Sent[], now: number): readonly Sent[] {
  return sent.filter(({ at }) => now - at < IN_FLIGHT && at - now < IN_FLIGHT);
}

/** Which redeliveries are under way: `hook/id`. */
export function inFlightSet(sent: readonly Sent[], now: number): ReadonlySet<string> {
  return new Set(stillInFlight(sent, now).map(({ hook, id }) => `${hook}/${id}`));
}

/** `2026-01-31T12:00:00Z` */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
