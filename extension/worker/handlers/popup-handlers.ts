import type { Client } from "@forgehand/core";
import { t } from "../../locales/i18n.ts";
import type { PopupMessages } from "../../messages/popup.ts";
import type { MessageResponse } from "../../messages/protocol.ts";
import type { AccountRef } from "../../model/account-ref.ts";
import { type CachedMessageKind, cacheResponse } from "../../popup/response-cache.ts";
import { type Account, findAccount } from "../accounts.ts";
import { interactiveClient } from "../clients.ts";
import { searchPendingReviews } from "../popup/pending-reviews.ts";
import { readRateLimits } from "../popup/rate-limits.ts";
import { clearProblems, recentProblems } from "../problem-log.ts";
import { RefusedError } from "../refused-error.ts";
import { showBadge } from "../reviews/review-badge.ts";
import { readSite } from "../sites.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { accountRefFields } from "./schemas.ts";

export const POPUP_HANDLERS: MessageHandlers<PopupMessages> = {
  site: validatingHandler({ origin: "string" }, async ({ origin }) => (await readSite(origin)) ?? null),
  "recent-problems": recentProblems,
  "clear-problems": clearProblems,
  limits: validatingHandler(accountRefFields, (ref) => readAndCache("limits", ref, readRateLimits)),
  "waiting-reviews": validatingHandler(accountRefFields, (ref) =>
    readAndCache("waiting-reviews", ref, (client, account) => searchPendingReviews(client, account)).finally(showBadge),
  ),
};

/** Reads a response with an account's token, and caches it unless the account was removed or locked since. */
async function readAndCache<T extends CachedMessageKind>(
  kind: T,
  ref: AccountRef,
  read: (client: Client, account: Account) => Promise<MessageResponse<T>>,
): Promise<MessageResponse<T>> {
  const account = await findAccount(ref);
  if (!account) throw new RefusedError(t("noAccountFor", ref.origin), "account");
  const response = await read(interactiveClient(account), account);
  account.access.throwIfAborted();
  return cacheResponse(kind, ref, response);
}
