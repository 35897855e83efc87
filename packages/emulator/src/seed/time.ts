import * as z from "zod/mini";

const OFFSET = /^([-+])(\d+)(s|m|h|d)$/;
const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A time in a seed: ISO 8601, or an offset from the start, such as `-7d`, `-90m` or `+1h`. */
export const SeedTime = z.string().check(
  z.refine((text) => OFFSET.test(text) || (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))), {
    error: "must be an ISO 8601 time (2026-01-31T12:00:00Z) or an offset from the start (-7d, -90m, +1h)",
  }),
);
export type SeedTime = z.output<typeof SeedTime>;

/** Resolves a seed time relative to the emulator's start time. */
export function resolveTime(text: SeedTime, start: Date): Date {
  const [, sign, count, unit = ""] = OFFSET.exec(text) ?? [];
  if (count === undefined) return new Date(text);
  const offset = Number(count) * (SECONDS_PER_UNIT[unit] ?? 0) * 1000;
  return new Date(start.getTime() + (sign === "-" ? -offset : offset));
}
