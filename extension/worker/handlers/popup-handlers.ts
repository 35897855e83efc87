import * as z from "zod/mini";
import { t } from "../../locales/i18n.ts";
import type { PopupMessages } from "../../messages/popup.ts";
import type { AccountRef } from "../../model/account-ref.ts";
import { cacheResponse } from "../../popup/response-cache.ts";
import { type Account, findAccount } from "../accounts.ts";
import { interactiveClient } from "../clients.ts";
import { searchPendingReviews } from "../popup/pending-reviews.ts";
import { readRateLimits } from "../popup/rate-limits.ts";
import { clearProblems, recentProblems } from "../problem-log.ts";
import { RefusedError } from "../problems.ts";
import { readSite } from "../sites.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";

const AccountRefSchema = z.object({ origin: z.string(), login: z.string() });

export const POPUP_HANDLERS: MessageHandlers<PopupMessages> = {
  site: validatingHandler<"site">(
    z.object({ origin: z.string() }),
    async ({ origin }) => (await readSite(origin)) ?? null,
  ),
  "recent-problems": recentProblems,
  "clear-problems": clearProblems,
  limits: validatingHandler<"limits">(AccountRefSchema, async (ref) =>
    cacheResponse("limits", ref, await readRateLimits(interactiveClient(await requireStoredAccount(ref)))),
  ),
  "waiting-reviews": validatingHandler<"waiting-reviews">(AccountRefSchema, async (ref) =>
    cacheResponse(
      "waiting-reviews",
      ref,
      await searchPendingReviews(interactiveClient(await requireStoredAccount(ref))),
    ),
  ),
};

async function requireStoredAccount(ref: AccountRef): Promise<Account> {
  const account = await findAccount(ref);
  if (account) return account;
  throw new RefusedError(t("noAccountFor", ref.origin), "account");
}
