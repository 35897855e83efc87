import * as z from "zod/mini";
import type { AccountName } from "../../messages/accounts.ts";
import type { PopupAsks } from "../../messages/popup.ts";
import { keepAnswer } from "../../popup/last-answer.ts";
import { t } from "../../ui/words.ts";
import { type Account, findAccount } from "../accounts.ts";
import { clickClient } from "../clients.ts";
import { limitsOf } from "../popup/limits.ts";
import { waitingReviews } from "../popup/waiting-reviews.ts";
import { clearProblems, recentProblems } from "../problem-log.ts";
import { Refused } from "../problems.ts";
import { type Handlers, handler } from "./handler.ts";

const AccountShape = z.object({ origin: z.string(), login: z.string() });

/** What the popup asks. */
export const POPUP_HANDLERS: Handlers<PopupAsks> = {
  "recent-problems": recentProblems,
  "clear-problems": clearProblems,
  limits: handler<"limits">(AccountShape, async (name) =>
    keepAnswer("limits", name, await limitsOf(clickClient(await accountOf(name)))),
  ),
  "waiting-reviews": handler<"waiting-reviews">(AccountShape, async (name) =>
    keepAnswer("waiting-reviews", name, await waitingReviews(clickClient(await accountOf(name)))),
  ),
};

async function accountOf(name: AccountName): Promise<Account> {
  const account = await findAccount(name);
  if (account) return account;
  throw new Refused(t("noAccountFor", name.origin), "account");
}
