/** For how long at least nobody has pushed: a span, or since a day, as `2024-05-01`. */
export type Idle = Span | Day;
type Day = `${number}-${number}-${number}`;

export const SPANS = ["6m", "1y", "2y", "5y"] as const;
export type Span = (typeof SPANS)[number];

const MONTHS: Readonly<Record<Span, number>> = { "6m": 6, "1y": 12, "2y": 24, "5y": 60 };

export function isSpan(text: string): text is Span {
  return Object.hasOwn(MONTHS, text);
}

export function isDay(text: string): text is Day {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function isIdle(text: string): text is Idle {
  return isSpan(text) || isDay(text);
}

/** Since when nobody has pushed, in milliseconds since 1970. */
export function idleSince(idle: Idle, now: number): number {
  if (!isSpan(idle)) return Date.parse(idle);
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - MONTHS[idle]);
  return since.getTime();
}
