import type { Client } from "@forgehand/core";
import { getRateLimits } from "@forgehand/core/operations";
import type { PopupMessages, RateLimitStatus } from "../../messages/popup.ts";
import type { MessageResponse } from "../../messages/protocol.ts";
import type { AccountRef } from "../../model/account-ref.ts";
import { type CachedMessageKind, cacheResponse } from "../../popup/response-cache.ts";
import { type Account, requireAccount } from "../accounts.ts";
import { interactiveClient } from "../clients.ts";
import { searchPendingReviews } from "../popup/pending-reviews.ts";
import { clearProblems, recentProblems } from "../problem-log.ts";
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
  const account = await requireAccount(ref);
  const response = await read(interactiveClient(account), account);
  account.access.throwIfAborted();
  return cacheResponse(kind, ref, response);
}

/** Reads an account's rate limits, which does not count against them. Null if the host has none. */
async function readRateLimits({ call }: Client): Promise<readonly RateLimitStatus[] | null> {
  const limits = await call(getRateLimits);
  if (!limits) return null;
  const { core, search } = limits.resources;
  return [toRateLimitStatus("calls", core), toRateLimitStatus("searches", search)];
}

function toRateLimitStatus(
  resource: RateLimitStatus["resource"],
  { limit, remaining, reset }: { readonly limit: number; readonly remaining: number; readonly reset: number },
): RateLimitStatus {
  return { resource, limit, remaining, resetsAt: reset * 1000 };
}
