import { language } from "../locales/i18n.ts";

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

/**
 * Formats a time relative to now: `5 minutes ago`.
 * @param at milliseconds since 1970
 */
export function formatAgo(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
  const [unit, span] = UNITS.find(([, span]) => seconds >= span) ?? ["second", 1];
  return format.format(-Math.floor(seconds / span), unit);
}

/** Formats the time of day: `14:05`. */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(at);
}
