import * as z from "zod/mini";

/** A redelivery that was sent or is about to be sent, and may have no delivery record yet. */
export interface SentRedelivery {
  readonly hook: string;
  /** Id of the delivery that was redelivered. */
  readonly id: string;
  /** The service's time, in milliseconds. */
  readonly at: number;
}

/**
 * Milliseconds for which a sent redelivery may have no record: the maximum age of a held lock, plus half a minute for
 * the receiver, plus the delay until it is listed.
 */
export const IN_FLIGHT_WINDOW = 240_000;

/** Maximum number of entries: a variable's value is limited to 48 KB, and an entry takes up to 17 characters. */
export const MAX_SENT = 2000;

/** A parsable time. */
export const TimeSchema = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), { error: "must be a time" }));

/** Serialized form: grouped by time and webhook, with ids as hexadecimal digits. */
export const SerializedSent = z.array(
  z.object({
    at: TimeSchema,
    ids: z.record(z.string(), z.string().check(z.regex(/^[0-9a-f]{1,16}( [0-9a-f]{1,16})*$/))),
  }),
);
export type SerializedSent = z.infer<typeof SerializedSent>;

export function serializeSent(sent: readonly SentRedelivery[]): SerializedSent {
  return Array.from(
    Map.groupBy(sent, ({ at }) => Math.floor(at / 1000)),
    ([second, entriesOfSecond]) => ({
      at: formatTime(second * 1000),
      ids: Object.fromEntries(
        Array.from(
          Map.groupBy(entriesOfSecond, ({ hook }) => hook),
          ([hook, hookEntries]) => [hook, hookEntries.map(({ id }) => BigInt(id).toString(16)).join(" ")],
        ),
      ),
    }),
  );
}

export function parseSent(serialized: SerializedSent): readonly SentRedelivery[] {
  return serialized.flatMap(({ at: time, ids }) =>
    Object.entries(ids).flatMap(([hook, list]) =>
      list.split(" ").map((digits) => ({ hook, id: String(BigInt(`0x${digits}`)), at: Date.parse(time) })),
    ),
  );
}

/** Filters entries that may still have no record. Entries with a future time are treated as if sent now. */
export function stillInFlight(sent: readonly SentRedelivery[], now: number): readonly SentRedelivery[] {
  return sent.filter(({ at }) => now - at < IN_FLIGHT_WINDOW && at - now < IN_FLIGHT_WINDOW);
}

/** Keys of the redeliveries in flight, as `hook/id`. */
export function inFlightKeys(sent: readonly SentRedelivery[], now: number): ReadonlySet<string> {
  return new Set(stillInFlight(sent, now).map(({ hook, id }) => `${hook}/${id}`));
}

/** Formats a time without milliseconds, such as `2026-01-31T12:00:00Z`. */
export function formatTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}
