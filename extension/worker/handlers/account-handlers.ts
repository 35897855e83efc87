import { TOKEN_KINDS } from "@forgehand/core/contract";
import { DIALECT_NAMES } from "@forgehand/core/dialects";
import { isAccountAllowed } from "../../host/allowed-hosts.ts";
import { isUnencrypted, parseApiAddress, parseHostAddress } from "../../host/host-address.ts";
import { t } from "../../locales/i18n.ts";
import type { AccountMessages } from "../../messages/accounts.ts";
import {
  accountSummaries,
  activateAccount,
  removeAccount,
  requireAccount,
  saveAccount,
  updateTokenInfo,
} from "../accounts.ts";
import { applyAccountChanges } from "../accounts-changed.ts";
import { lossesByKind } from "../advice/kind-losses.ts";
import { planToken } from "../advice/plan-token.ts";
import { testToken } from "../advice/test-token.ts";
import { detectDialect, validateToken } from "../advice/token-info.ts";
import { lockState } from "../lock.ts";
import { deletePageStates } from "../page-state-cache.ts";
import { toProblem } from "../problems.ts";
import { RefusedError } from "../refused-error.ts";
import { readPolicy } from "../settings.ts";
import { interruptionSignal } from "../task-gate.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { accountRefFields } from "./schemas.ts";

/** The address of a host, as the options page sends it: others are rejected. */
const hostAddress = addressSchema((text) => parseHostAddress(text).origin);
const apiAddress = addressSchema(parseApiAddress);

/** Handlers for account messages of the extension's pages. */
export const ACCOUNT_HANDLERS: MessageHandlers<AccountMessages> = {
  accounts: accountSummaries,
  "save-account": validatingHandler(
    {
      origin: hostAddress,
      apiUrl: apiAddress,
      dialect: { type: "enum", values: ["auto", ...DIALECT_NAMES] },
      token: { type: "limited", of: "string", min: 1, max: 1000 },
      allowHttp: { type: "optional", of: "boolean" },
      replaces: { type: "optional", of: { type: "nullable", of: { type: "enum", values: TOKEN_KINDS } } },
    },
    async ({ origin, apiUrl, dialect: requestedDialect, token, allowHttp, replaces }) => {
      // Stored only where it is needed, so that it cannot apply to any other address.
      const address = { origin, apiUrl, ...(isUnencrypted({ origin, apiUrl }) && { allowHttp: allowHttp === true }) };
      if (!isAccountAllowed(address, (await readPolicy()).allowedHosts)) {
        throw new RefusedError(t("notSaved", t("hostNotAllowed", origin)), "permission");
      }
      if (address.allowHttp === false) throw new RefusedError(t("notSaved", t("addressIsOpen")), "permission");
      if ((await lockState()) === "locked") throw new RefusedError(t("notSaved", t("lockedAway")), "locked");
      const dialect = requestedDialect === "auto" ? detectDialect(token) : requestedDialect;
      // The token is verified before it is stored, so that a working token is never replaced by an invalid one.
      const { login, kind, expires } = await validateToken({
        ...address,
        dialect,
        token,
        access: interruptionSignal(),
      });
      const account = { ...address, dialect, token, login, ...(kind && { kind }), expires };
      const conflict = await saveAccount(account, replaces);
      if (conflict) {
        const { current } = conflict;
        return { conflict: { login, current, added: kind ?? null, losses: lossesByKind(current, kind) } };
      }
      await applyAccountChanges();
      return { accounts: await accountSummaries(), login };
    },
  ),
  "remove-account": validatingHandler(accountRefFields, async (account) => {
    await removeAccount(account);
    const { origin, login } = account;
    await deletePageStates((page, cached) => page.startsWith(`${origin}/`) && cached.login === login);
    await applyAccountChanges();
    return accountSummaries();
  }),
  "use-account": validatingHandler(accountRefFields, async (account) => {
    await activateAccount(account);
    await applyAccountChanges();
    return accountSummaries();
  }),
  "test-account": validatingHandler(accountRefFields, async (ref) => {
    try {
      const test = await testToken(await requireAccount(ref));
      await updateTokenInfo(ref, { kind: test.kind ?? undefined, expires: test.expires });
      return test;
    } catch (error) {
      return { problem: toProblem(error) };
    }
  }),
  "token-plan": validatingHandler(
    {
      dialect: { type: "enum", values: DIALECT_NAMES },
      kind: { type: "enum", values: ["classic", "fine-grained"] },
      privateRepositories: "boolean",
      organizations: "boolean",
    },
    async (requirements) => planToken(requirements),
  ),
};

/** Declares the schema of an address that is normalized: parsing it returns the same text. */
function addressSchema(normalize: (text: string) => string) {
  const test = (text: string) => {
    try {
      return normalize(text) === text;
    } catch {
      return false;
    }
  };
  return { type: "checked", of: "string", test, expected: "must be a normalized address" } as const;
}
