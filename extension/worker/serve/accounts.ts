import { isForgeError } from "@forgehand/core";
import { getAuthenticatedUser } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { AccountAsks, AccountSummary } from "../../messages/accounts.ts";
import { t } from "../../ui/words.ts";
import { type Account, allAccounts, removeAccount, saveAccount, summaryOf, useAccount } from "../accounts.ts";
import { clickClient } from "../clients.ts";
import { Refused } from "../problems.ts";
import { settleSites } from "../sites.ts";
import { type Handlers, handler } from "./handler.ts";

const name = { origin: z.string(), login: z.string() };

/** What the extension's own pages ask about accounts. */
export const ACCOUNT_HANDLERS: Handlers<Omit<AccountAsks, "test-account">> = {
  accounts: summaries,
  "save-account": handler<"save-account">(
    z.object({ origin: z.string(), apiUrl: z.string(), dialect: z.enum(["github", "svc"]), token: z.string() }),
    async (account) => {
      // Asked before anything is kept: a token that doesn't work must not replace one that does.
      const login = await loginOf(account);
      await saveAccount({ ...account, login });
      await settleSites();
      return { accounts: await summaries(), login };
    },
  ),
  "remove-account": handler<"remove-account">(z.object(name), async (account) => {
    await removeAccount(account);
    await settleSites();
    return summaries();
  }),
  "use-account": handler<"use-account">(z.object(name), async (account) => {
    await useAccount(account);
    await settleSites();
    return summaries();
  }),
};

async function summaries(): Promise<AccountSummary[]> {
  return (await allAccounts()).map(summaryOf);
}

async function loginOf(account: Pick<Account, "origin" | "apiUrl" | "dialect" | "token">): Promise<string> {
  const { call } = clickClient(account);
  try {
    return (await call(getAuthenticatedUser)).login;
  } catch (error) {
    if (isForgeError(error)) throw new Refused(t("notSaved", error.detail));
    throw error;
  }
}
