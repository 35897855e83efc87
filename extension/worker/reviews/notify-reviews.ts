import { browser } from "wxt/browser";
import { t } from "../../locales/i18n.ts";
import type { PendingReview } from "../../messages/popup.ts";
import { parsePage } from "../../page/parse-page.ts";
import { allAccounts } from "../accounts.ts";

/** Maximum number of notifications at once. The badge counts all. */
const MAX_NOTIFICATIONS = 5;

/** Whether the user has allowed notifications. */
export async function areNotificationsAllowed(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ["notifications"] });
}

/** Notifies the user of newly requested reviews, by the URLs of their pull requests. */
export async function notifyReviews(reviews: ReadonlyMap<string, PendingReview>): Promise<void> {
  for (const [url, { owner, repo, number, title }] of [...reviews].slice(0, MAX_NOTIFICATIONS)) {
    await browser.notifications.create(url, {
      type: "basic",
      iconUrl: browser.runtime.getURL("/icon/128.png"),
      title: t("reviewRequestedIn", `${owner}/${repo}#${number}`),
      message: title,
    });
  }
}

/** Opens the pull request of a notification, if its host still has an account. */
export async function openNotifiedReview(url: string): Promise<void> {
  await browser.notifications.clear(url);
  const page = parsePage(url);
  if (page?.kind !== "pull-request") return;
  const hasAccount = (await allAccounts()).some(({ origin }) => origin === page.origin);
  if (hasAccount) await browser.tabs.create({ url: page.key });
}
