import { language, numberOf } from "./words.ts";

/** How many there are, as short as a badge needs it; a dash where nobody knows. */
export function countText(count: number | null | undefined): string {
  if (count === null || count === undefined) return "–";
  if (count < 1000) return numberOf(count);
  return new Intl.NumberFormat(language(), { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}
