import { DIALECT_NAMES } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { readApiAddress, readHostAddress } from "../../host/address.ts";
import { isAccountAllowed } from "../../host/allowed.ts";
import type { AccountAsks } from "../../messages/accounts.ts";
import { t } from "../../ui/words.ts";
import { accountSummaries, findAccount, noteToken, removeAccount, saveAccount, useAccount } from "../accounts.ts";
import { accountsMoved } from "../accounts-moved.ts";
import { planToken } from "../advice/plan-token.ts";
import { testToken } from "../advice/test-token.ts";
import { dialectOf, lookAtToken } from "../advice/token.ts";
import { forget } from "../known.ts";
import { lockState } from "../lock.ts";
import { problemOf, Refused } from "../problems.ts";
import { readPolicy } from "../settings.ts";
import { type Handlers, handler } from "./handler.ts";

const name = { origin: z.string(), login: z.string() };

/** What the extension's own pages ask about accounts. */
export const ACCOUNT_HANDLERS: Handlers<AccountAsks> = {
  accounts: accountSummaries,
  "save-account": handler<"save-account">(
    z.object({
      // Both as the page's form reads them too; whoever writes them otherwise is not that form.
      origin: z.string().check(z.refine((text) => isAddress(() => readHostAddress(text).origin === text))),
      apiUrl: z.string().check(z.refine((text) => isAddress(() => readApiAddress(text) === text))),
      dialect: z.enum(["auto", ...DIALECT_NAMES]),
      token: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    async ({ dialect: wanted, token, ...address }) => {
      const { origin } = address;
      if (!isAccountAllowed(address, (await readPolicy()).allowedHosts)) {
        throw new Refused(t("notSaved", t("hostNotAllowed", origin)), "permission");
      }
      if ((await lockState()) === "locked") throw new Refused(t("notSaved", t("lockedAway")), "locked");
      const dialect = wanted === "auto" ? dialectOf(token) : wanted;
      // Asked before anything is kept: a token that doesn't work must not replace one that does.
      const { login, kind, expires } = await lookAtToken({ ...address, dialect, token });
      await saveAccount({ ...address, dialect, token, login, ...(kind && { kind }), expires });
      await accountsMoved();
      return { accounts: await accountSummaries(), login };
    },
  ),
  "remove-account": handler<"remove-account">(z.object(name), async (account) => {
    await removeAccount(account);
    const { origin, login } = account;
    await forget((page, known) => page.startsWith(`${origin}/`) && known.login === login);
    await accountsMoved();
    return accountSummaries();
  }),
  "use-account": handler<"use-account">(z.object(name), async (account) => {
    await useAccount(account);
    await accountsMoved();
    return accountSummaries();
  }),
  "test-account": handler<"test-account">(z.object(name), async (name) => {
    try {
      const account = await findAccount(name);
      if (!account) throw new Refused(t("noAccountFor", name.origin), "account");
      const test = await testToken(account);
      await noteToken(name, { kind: test.kind ?? undefined, expires: test.expires });
      return test;
    } catch (error) {
      return { problem: problemOf(error) };
    }
  }),
  "token-plan": handler<"token-plan">(
    z.object({
      dialect: z.enum(DIALECT_NAMES),
      kind: z.enum(["classic", "fine-grained"]),
      everything: z.boolean(),
      organizations: z.boolean(),
    }),
    async (wish) => planToken(wish),
  ),
};

function isAddress(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
