import { browser } from "wxt/browser";
import { tn } from "../../locales/i18n.ts";
import { readCachedResponse } from "../../popup/response-cache.ts";
import { allAccounts } from "../accounts.ts";
import { readSettings } from "../settings.ts";

/** Largest number that the toolbar's icon has space for. */
const MAX_SHOWN = 99;

const BADGE_COLOR = "#57606a";

/** The name of the icon without a number, as in the manifest. */
const TITLE = "Forgehand";

/** Shows the number of pending reviews on the toolbar's icon: the last known ones of all accounts that are unlocked. */
export async function showBadge(): Promise<void> {
  const { reviews } = await readSettings();
  const count = reviews.badge ? await countKnownReviews() : 0;
  const text = count > MAX_SHOWN ? `${MAX_SHOWN}+` : count > 0 ? String(count) : "";
  await browser.action.setBadgeBackgroundColor({ color: BADGE_COLOR });
  await browser.action.setBadgeText({ text });
  await browser.action.setTitle({ title: count > 0 ? `${TITLE}: ${tn("reviewsWait", count)}` : TITLE });
}

/** Cached responses are deleted when accounts are removed or locked. */
async function countKnownReviews(): Promise<number> {
  const responses = await Promise.all(
    (await allAccounts()).map((account) => readCachedResponse("waiting-reviews", account)),
  );
  return responses.reduce((sum, response) => sum + (response?.total ?? 0), 0);
}
