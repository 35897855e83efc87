import { isForgeError } from "@forgehand/core";
import { getAuthenticatedUser } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { AccountSummary } from "../messages.ts";
import { type Account, listAccounts, removeAccount, saveAccount } from "./accounts.ts";
import { clientOf } from "./client.ts";
import { refreshOpenTabs, registerHosts } from "./hosts.ts";
import { Refused } from "./problem.ts";
import { OptionsRequest } from "./requests.ts";

/** Answers a request of the extension's own pages: always with the accounts as they then are. */
export async function serveOptions(raw: unknown): Promise<AccountSummary[]> {
  const request = z.parse(OptionsRequest, raw);
  if (request.type === "save-account") {
    const { type: _, ...account } = request;
    // Asked before anything is kept: a token that doesn't work must not replace one that does.
    const login = await loginOf(account);
    await saveAccount({ ...account, login });
    await registerHosts();
    await refreshOpenTabs(account.origin);
  }
  if (request.type === "remove-account") {
    await removeAccount(request.origin);
    await registerHosts();
    await refreshOpenTabs(request.origin);
  }
  return listAccounts();
}

async function loginOf(account: Pick<Account, "apiUrl" | "dialect" | "token">): Promise<string> {
  const { call } = clientOf(account);
  try {
    return (await call(getAuthenticatedUser)).login;
  } catch (error) {
    if (isForgeError(error)) throw new Refused(`Not saved. ${error.detail}`);
    throw error;
  }
}
