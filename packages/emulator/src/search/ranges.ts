import type { Range } from "../state/condition.ts";
import { timestamp } from "../timestamp.ts";

/** What a single value of a range stands for: a day is all of its moments. */
type Span<T> = { readonly from: T; readonly until: T };

/**
 * `2024-01-31`, `>=2024-01-31`, `2024-01-01..2024-01-31`, `*..2024-01-31`, each also with a time of day (public documentation
 * of the search syntax). @returns times as answers carry them; undefined where it is none
 */
export function readTimeRange(text: string): Range<string> | undefined {
  return readRange(text, readMoment);
}

/** `10`, `>10`, `10..50`, `10..*`. */
export function readNumberRange(text: string): Range<number> | undefined {
  return readRange(text, (number) => {
    const from = /^\d{1,9}$/.test(number) ? Number(number) : undefined;
    return from === undefined ? undefined : { from, until: from + 1 };
  });
}

function readRange<T>(text: string, read: (value: string) => Span<T> | undefined): Range<T> | undefined {
  const between = /^(.+)\.\.(.+)$/.exec(text);
  if (between) {
    const [, low = "", high = ""] = between;
    const [lower, upper] = [read(low), read(high)];
    if ((low !== "*" && !lower) || (high !== "*" && !upper)) return undefined;
    return { ...(lower ? { from: lower.from } : {}), ...(upper ? { until: upper.until } : {}) };
  }
  const [, sign = "", value = ""] = /^(>=|<=|>|<)?(.+)$/.exec(text) ?? [];
  const span = read(value);
  if (!span) return undefined;
  if (sign === ">") return { from: span.until };
  if (sign === ">=") return { from: span.from };
  if (sign === "<") return { until: span.from };
  return sign === "<=" ? { until: span.until } : span;
}

const DAY = 24 * 3600 * 1000;

function readMoment(text: string): Span<string> | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  // A plus that nobody encoded arrives as a blank.
  const moment = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(Z|[+ -]\d{2}:?\d{2})?$/.exec(text);
  if (!isDay && !moment) return undefined;
  const zone = (moment?.[2] ?? "Z").replace(" ", "+");
  const start = Date.parse(isDay ? `${text}T00:00:00Z` : `${moment?.[1]}${zone}`);
  // A day that the calendar lacks would count as the next.
  if (Number.isNaN(start) || (isDay && !new Date(start).toISOString().startsWith(text))) return undefined;
  return { from: timestamp(new Date(start)), until: timestamp(new Date(start + (isDay ? DAY : 1000))) };
}
