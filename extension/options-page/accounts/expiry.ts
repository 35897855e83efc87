import { language, t, tn } from "../../locales/i18n.ts";

const DAY = 86_400_000;

/** Days before expiry from which a warning is shown. */
const WARNING_DAYS = 14;

/** Text and severity of a token's expiry; undefined if it is unknown. */
export function describeExpiry(
  expires: number | null | undefined,
  now = Date.now(),
): { readonly text: string; readonly tone?: "bad" | "wait" } | undefined {
  if (expires === undefined) return undefined;
  if (expires === null) return { text: t("neverExpires") };
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(expires);
  if (expires <= now) return { text: t("hasExpired", day), tone: "bad" };
  const days = Math.ceil((expires - now) / DAY);
  return days <= WARNING_DAYS ? { text: tn("expiresSoon", days), tone: "wait" } : { text: t("expiresOn", day) };
}
