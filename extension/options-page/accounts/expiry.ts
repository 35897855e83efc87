import { language, t, tn } from "../../ui/words.ts";

const DAY = 86_400_000;

/** From so many days before its end a token's owner is warned. */
const WARNED = 14;

/** When a token ends, in words, and how much that matters; undefined where nobody knows. */
export function expiryOf(
  expires: number | null | undefined,
  now = Date.now(),
): { readonly text: string; readonly tone?: "bad" | "wait" } | undefined {
  if (expires === undefined) return undefined;
  if (expires === null) return { text: t("neverExpires") };
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(expires);
  if (expires <= now) return { text: t("hasExpired", day), tone: "bad" };
  const days = Math.ceil((expires - now) / DAY);
  return days <= WARNED ? { text: tn("expiresSoon", days), tone: "wait" } : { text: t("expiresOn", day) };
}
