import { hasType, type ValueOf } from "@forgehand/core/schema";
import { browser } from "wxt/browser";
import type { PendingReview } from "../../messages/popup.ts";
import { subjectKey } from "../../page/parse-page.ts";
import { cacheResponse } from "../../popup/response-cache.ts";
import { type AccountWithoutToken, allAccounts, findAccount } from "../accounts.ts";
import { passiveClient } from "../clients.ts";
import { MAX_SHOWN_REVIEWS, searchPendingReviews } from "../popup/pending-reviews.ts";
import { readSettings } from "../settings.ts";
import { openStateDatabase } from "../state-database.ts";
import { areNotificationsAllowed, notifyReviews } from "./notify-reviews.ts";
import { showBadge } from "./review-badge.ts";

/** The pull requests that waited for an account's review when it was last checked, by account. */
const SeenReviewsSchema = { type: "record", of: { type: "array", of: "string" } } as const;

type SeenReviews = ValueOf<typeof SeenReviewsSchema>;

export const REVIEWS_ALARM = "forgehand-reviews";

/** Interval between two checks, in minutes. Each is one search per account, of the 30 a minute that GitHub allows. */
const INTERVAL = 5;

/** Number of reviews that a check reads. Of accounts with more, none is reported as new. */
const MAX_CHECKED = 100;

let current: Promise<unknown> = Promise.resolve();
let queued: Promise<void> | undefined;

/** Checks which reviews are pending, if the user wants to know. Calls during a check are one further check. */
export function checkReviews(): Promise<void> {
  queued ??= current.then(() => {
    queued = undefined;
    const check = checkAllAccounts();
    current = check.catch(() => undefined);
    return check;
  });
  return queued;
}

async function checkAllAccounts(): Promise<void> {
  const { reviews } = await readSettings();
  if (!reviews.badge && !reviews.notifications) {
    await browser.alarms.clear(REVIEWS_ALARM);
    return showBadge();
  }
  browser.alarms.create(REVIEWS_ALARM, { delayInMinutes: INTERVAL });
  const seen = await readSeenReviews();
  const accounts = await allAccounts();
  // An account that can't be checked now keeps what is known of it.
  const found = await Promise.all(accounts.map((account) => findPendingReviews(account).catch(() => undefined)));
  await showBadge();
  const nextSeen = Object.fromEntries(
    accounts.flatMap((account, at) => {
      const id = accountKey(account);
      const urls = found[at] ? [...found[at].keys()] : seen[id];
      return urls ? [[id, urls]] : [];
    }),
  );
  // Stored first: a notification that is lost is better than one that is repeated after each restart.
  await writeSeenReviews(nextSeen);
  if (!reviews.notifications || !(await areNotificationsAllowed())) return;
  const isNew = (account: AccountWithoutToken) => (url: string) => seen[accountKey(account)]?.includes(url) === false;
  const newReviews = accounts.flatMap((account, at) => [...(found[at] ?? [])].filter(([url]) => isNew(account)(url)));
  await notifyReviews(new Map(newReviews));
}

const accountKey = ({ origin, login }: AccountWithoutToken) => `${origin} ${login}`;

/** Returns an account's pending reviews by the URLs of their pull requests, and caches them for badge and popup. */
async function findPendingReviews(account: AccountWithoutToken): Promise<Map<string, PendingReview> | undefined> {
  const usable = await findAccount(account);
  if (!usable) return undefined;
  const response = await searchPendingReviews(passiveClient(usable), usable, MAX_CHECKED);
  usable.access.throwIfAborted();
  const { latest, total } = response;
  await cacheResponse("waiting-reviews", account, { ...response, latest: latest.slice(0, MAX_SHOWN_REVIEWS) });
  if (total > MAX_CHECKED) return undefined;
  return new Map(latest.map((review) => [subjectKey(account.origin, review), review]));
}

/** Reads what was seen, also before the browser was closed. */
async function readSeenReviews(): Promise<SeenReviews> {
  const stored: unknown = await (await openStateDatabase()).get("settings", "seen-reviews");
  return hasType(SeenReviewsSchema, stored) ? stored : {};
}

async function writeSeenReviews(seen: SeenReviews): Promise<void> {
  await (await openStateDatabase()).put("settings", seen, "seen-reviews");
}
