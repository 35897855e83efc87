import * as z from "zod/mini";

const SPAN = /^([-+])(\d+)(s|m|h|d)$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A time in a seed: ISO 8601, or a span from the start, such as `-7d`, `-90m` or `+1h`. */
export const SeedTime = z.string().check(
  z.refine((text) => SPAN.test(text) || (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))), {
    error: "no time: ISO 8601 (2026-01-31T12:00:00Z) or a span from the start (-7d, -90m, +1h) is",
  }),
);
export type SeedTime = z.output<typeof SeedTime>;

/** What it comes to where a service starts now. */
export function readTime(text: SeedTime, start: Date): Date {
  const [, sign, count, unit = ""] = SPAN.exec(text) ?? [];
  if (count === undefined) return new Date(text);
  const span = Number(count) * (SECONDS[unit] ?? 0) * 1000;
  return new Date(start.getTime() + (sign === "-" ? -span : span));
}
