/** Minimum time without a push: a span, or since a day such as `2024-05-01`. */
export type IdleFilter = IdleSpan | IsoDay;
type IsoDay = `${number}-${number}-${number}`;

export const IDLE_SPANS = ["6m", "1y", "2y", "5y"] as const;
export type IdleSpan = (typeof IDLE_SPANS)[number];

const SPAN_MONTHS: Readonly<Record<IdleSpan, number>> = { "6m": 6, "1y": 12, "2y": 24, "5y": 60 };

export function isSpan(text: string): text is IdleSpan {
  return Object.hasOwn(SPAN_MONTHS, text);
}

export function isDay(text: string): text is IsoDay {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function isIdle(text: string): text is IdleFilter {
  return isSpan(text) || isDay(text);
}

/** Start of the idle period, in milliseconds since 1970. */
export function idleSince(idle: IdleFilter, now: number): number {
  if (!isSpan(idle)) return Date.parse(idle);
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - SPAN_MONTHS[idle]);
  return since.getTime();
}
