import { language } from "./words.ts";

const SPANS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

/** `5 minutes ago`, in the person's language. @param at milliseconds since 1970 */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
  const [unit, span] = SPANS.find(([, span]) => seconds >= span) ?? ["second", 1];
  return format.format(-Math.floor(seconds / span), unit);
}

/** `14:05`, as the language writes it. */
export function timeOf(at: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(at);
}
