import type { ValueRange } from "../state/condition.ts";
import { timestamp } from "../timestamp.ts";

/** The interval of a single value: a date covers its whole day. */
type ValueInterval<T> = { readonly from: T; readonly until: T };

/**
 * Parses a range of dates or times: `2024-01-31`, `>=2024-01-31`, `2024-01-01..2024-01-31`, `*..2024-01-31`.
 * @returns timestamps as API responses format them; undefined if the range is invalid
 * @see GitHub's documentation on the search syntax
 */
export function parseTimeRange(text: string): ValueRange<string> | undefined {
  return parseRange(text, parseTimestamp);
}

/** Parses a range of numbers: `10`, `>10`, `10..50`, `10..*`. */
export function parseNumberRange(text: string): ValueRange<number> | undefined {
  return parseRange(text, (number) => {
    const from = /^\d{1,9}$/.test(number) ? Number(number) : undefined;
    return from === undefined ? undefined : { from, until: from + 1 };
  });
}

function parseRange<T>(text: string, read: (value: string) => ValueInterval<T> | undefined): ValueRange<T> | undefined {
  const bounds = /^(.+)\.\.(.+)$/.exec(text);
  if (bounds) {
    const [, low = "", high = ""] = bounds;
    const [lower, upper] = [read(low), read(high)];
    if ((low !== "*" && !lower) || (high !== "*" && !upper)) return undefined;
    return { ...(lower ? { from: lower.from } : {}), ...(upper ? { until: upper.until } : {}) };
  }
  const [, sign = "", value = ""] = /^(>=|<=|>|<)?(.+)$/.exec(text) ?? [];
  const interval = read(value);
  if (!interval) return undefined;
  if (sign === ">") return { from: interval.until };
  if (sign === ">=") return { from: interval.from };
  if (sign === "<") return { until: interval.from };
  return sign === "<=" ? { until: interval.until } : interval;
}

const DAY = 24 * 3600 * 1000;

function parseTimestamp(text: string): ValueInterval<string> | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  // An unencoded plus sign arrives as a space.
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(Z|[+ -]\d{2}:?\d{2})?$/.exec(text);
  if (!isDay && !match) return undefined;
  const zone = (match?.[2] ?? "Z").replace(" ", "+");
  const start = Date.parse(isDay ? `${text}T00:00:00Z` : `${match?.[1]}${zone}`);
  // Rejects dates that don't exist, which JavaScript moves to the next month.
  if (Number.isNaN(start) || (isDay && !new Date(start).toISOString().startsWith(text))) return undefined;
  return { from: timestamp(new Date(start)), until: timestamp(new Date(start + (isDay ? DAY : 1000))) };
}
