import { html } from "hono/html";
import type { Html } from "./html.ts";

const UNITS = [
  [60, "second", 1],
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [30 * 86_400, "day", 86_400],
  [365 * 86_400, "month", 30 * 86_400],
  [Number.POSITIVE_INFINITY, "year", 365 * 86_400],
] as const;

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Formats the time between two dates, such as "2 hours ago". */
export function formatRelativeTime(now: Date, time: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 10) return "just now";
  const [, unit, length] = UNITS.find(([end]) => Math.abs(seconds) < end) ?? UNITS[5];
  return relativeFormat.format(Math.trunc(seconds / length), unit);
}

/** Renders a relative time with the exact time as its tooltip. */
export function relativeTime(now: Date, time: string): Html {
  const date = new Date(time);
  const full = `${dateFormat.format(date)} UTC`;
  return html`<relative-time datetime="${time}" title="${full}">${formatRelativeTime(now, date)}</relative-time>`;
}
