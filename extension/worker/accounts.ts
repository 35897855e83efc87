import type { TokenKind } from "@forgehand/core";
import { isAccountAllowed } from "../host/allowed-hosts.ts";
import { isUnencrypted } from "../host/host-address.ts";
import { t } from "../locales/i18n.ts";
import type { AccountState, AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";
import { accessTo, accountsInUse, endAccess } from "./account-access.ts";
import {
  changeHost,
  hasToken,
  readStoredAccount,
  readStoredAccounts,
  runExclusive,
  type StoredAccount,
} from "./account-store.ts";
import { hasHostPermission } from "./host-permission.ts";
import { lockState, protectToken, readToken } from "./lock.ts";
import { RefusedError } from "./refused-error.ts";
import { readPolicy } from "./settings.ts";

export type AccountWithoutToken = Omit<StoredAccount, "token" | "sealed">;

export interface Account extends AccountWithoutToken {
  readonly token: string;
  /** Is aborted when the account is removed or locked. */
  readonly access: AbortSignal;
}

/** An account to store. */
export type NewAccount = Omit<Account, "active" | "usedAt" | "access">;

/** Minimum interval between two updates of a token's `usedAt`, in milliseconds. */
const USED_AT_INTERVAL = 60_000;

/** Returns all accounts that can be used now or after unlocking. */
export async function allAccounts(): Promise<AccountWithoutToken[]> {
  const states = await Promise.all(
    (await readStoredAccounts()).map(async (stored) => ({ stored, state: await accountState(stored) })),
  );
  return states.flatMap(({ stored: { token: _, sealed: __, ...account }, state }) =>
    state === "ready" || state === "locked" ? account : [],
  );
}

/**
 * Returns the active account of a host, or undefined if there is none.
 * @throws RefusedError if it cannot be used at the moment
 */
export async function activeAccount(origin: string): Promise<Account | undefined> {
  const active = (await readStoredAccounts()).find((account) => account.origin === origin && account.active);
  return active && findAccount(active);
}

/** @throws RefusedError if the account cannot be used at the moment */
export async function findAccount(ref: AccountRef): Promise<Account | undefined> {
  const access = accessTo(ref);
  access.throwIfAborted();
  const stored = await readStoredAccount(ref);
  const account = stored && { ...(await withToken(stored)), access };
  access.throwIfAborted();
  return account;
}

/** @throws RefusedError if the account does not exist, or cannot be used at the moment */
export async function requireAccount(ref: AccountRef): Promise<Account> {
  const account = await findAccount(ref);
  if (account) return account;
  throw new RefusedError(t("noAccountFor", ref.origin), "account");
}

/** Returns all accounts without their tokens, for the extension's pages. */
export async function accountSummaries(): Promise<AccountSummary[]> {
  const all = await readStoredAccounts();
  return Promise.all(
    all.map(async (stored) => {
      const { origin, login, apiUrl, dialect, active, kind, expires, usedAt } = stored;
      const state = await accountState(stored);
      return { origin, login, apiUrl, dialect, active, state, kind: kind ?? null, expires, usedAt };
    }),
  );
}

/**
 * Stores an account and makes it the active one of its host. A token of another kind is only replaced if the user allows
 * it, because kinds differ in what they can do.
 * @param replaces kind of the token that may be replaced; null if unknown
 * @returns the kind of the token that the account has already, if nothing was stored
 * @throws RefusedError while tokens are locked
 */
export function saveAccount(
  { token, ...account }: NewAccount,
  replaces?: TokenKind | null,
): Promise<{ readonly current: TokenKind | null } | undefined> {
  return runExclusive(async () => {
    const existing = await readStoredAccount(account);
    const current = existing?.kind ?? null;
    if (existing && hasToken(existing) && current !== (account.kind ?? null) && replaces !== current)
      return { current };
    const stored: StoredAccount = { ...account, ...(await protectToken(token, account)), active: true };
    await changeHost(account.origin, (others) => [...others.filter(({ login }) => login !== account.login), stored]);
    return undefined;
  });
}

/** Stores accounts that still need a token. Existing accounts stay unchanged. */
export async function addPendingAccounts(accounts: readonly Omit<AccountWithoutToken, "active">[]): Promise<void> {
  for (const account of accounts) {
    await runExclusive(() =>
      changeHost(account.origin, (others) =>
        others.some(({ login }) => login === account.login) ? others : [...others, { ...account, active: false }],
      ),
    );
  }
}

/** Removes an account. If it was active, another account of its host becomes active. */
export function removeAccount({ origin, login }: AccountRef): Promise<void> {
  return runExclusive(async () => {
    await changeHost(origin, (accounts) => accounts.filter((account) => account.login !== login));
    endAccess(() => new RefusedError(t("accountWasRemoved", login, origin), "account"), isAccount({ origin, login }));
  });
}

/** Ends the use of accounts that cannot be used any more, such as those of a host whose permission was revoked. */
export async function endUnusableAccess(): Promise<void> {
  for (const ref of accountsInUse()) {
    try {
      await findAccount(ref);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      endAccess(() => error, isAccount(ref));
    }
  }
}

const isAccount =
  ({ origin, login }: AccountRef) =>
  (other: AccountRef): boolean =>
    other.origin === origin && other.login === login;

/** Makes an account the active one of its host. */
export function activateAccount({ origin, login }: AccountRef): Promise<void> {
  return runExclusive(() =>
    changeHost(origin, (accounts) =>
      accounts.some((account) => account.login === login && hasToken(account))
        ? accounts.map((account) => ({ ...account, active: account.login === login }))
        : accounts,
    ),
  );
}

/** Stores what the service reported about an account's token. */
export function updateTokenInfo(
  { origin, login }: AccountRef,
  info: { readonly kind: StoredAccount["kind"]; readonly expires: number | null | undefined },
): Promise<void> {
  return changeAccount({ origin, login }, (account) => ({ ...account, ...info }));
}

async function withToken(stored: StoredAccount): Promise<Omit<Account, "access">> {
  const { origin, login } = stored;
  const state = await accountState(stored);
  if (state === "not-allowed") throw new RefusedError(t("hostNotAllowed", origin), "permission");
  if (state === "missing-permission") throw new RefusedError(t("hostNotGranted", origin), "account");
  if (isUnencrypted(stored) && !stored.allowHttp) throw new RefusedError(t("addressIsOpen"), "account");
  const token = await readToken(stored);
  if (token === undefined) throw new RefusedError(t("tokenIsMissing", login, origin), "account");
  // A time in the future means that the clock was set back.
  if (Math.abs(Date.now() - (stored.usedAt ?? 0)) >= USED_AT_INTERVAL) {
    void changeAccount(stored, (account) => ({ ...account, usedAt: Date.now() })).catch(() => undefined);
  }
  const { token: _, sealed: __, ...account } = stored;
  return { ...account, token };
}

async function accountState(stored: StoredAccount): Promise<AccountState> {
  const { allowedHosts } = await readPolicy();
  if (!isAccountAllowed(stored, allowedHosts)) return "not-allowed";
  if (!hasToken(stored)) return "missing-token";
  if (!(await hasHostPermission(stored))) return "missing-permission";
  return stored.sealed && (await lockState()) === "locked" ? "locked" : "ready";
}

function changeAccount(
  { origin, login }: AccountRef,
  update: (account: StoredAccount) => StoredAccount,
): Promise<void> {
  return runExclusive(() =>
    changeHost(origin, (accounts) => accounts.map((account) => (account.login === login ? update(account) : account))),
  );
}
