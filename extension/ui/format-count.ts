import { formatNumber, language } from "../locales/i18n.ts";

/** Formats a number compactly for a badge; a dash if it is unknown. */
export function formatCount(count: number | null | undefined): string {
  if (count === null || count === undefined) return "–";
  if (count < 1000) return formatNumber(count);
  return new Intl.NumberFormat(language(), { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}
