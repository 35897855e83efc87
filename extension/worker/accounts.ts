import { isAccountAllowed } from "../host/allowed.ts";
import type { AccountName, AccountState, AccountSummary } from "../messages/accounts.ts";
import { t } from "../ui/words.ts";
import { changeHost, hasToken, type Kept, keptAccount, keptAccounts, oneAtATime } from "./account-store.ts";
import { mayWorkOn } from "./host-permission.ts";
import { lockState, toKeep, tokenOf } from "./lock.ts";
import { Refused } from "./problems.ts";
import { readPolicy } from "./settings.ts";

/** A host with the login that acts there, and nothing secret. */
export type KnownAccount = Omit<Kept, "token" | "sealed">;

/** A host with a token and its owner. */
export interface Account extends KnownAccount {
  readonly token: string;
}

/** An account that is to be kept. */
export type NewAccount = Omit<Account, "active" | "usedAt">;

/** Writing down that a token was used once in so many milliseconds is enough. */
const NOTED_FOR = 60_000;

/** Every account that can act, if only once tokens are unlocked. */
export async function allAccounts(): Promise<KnownAccount[]> {
  const states = await Promise.all((await keptAccounts()).map(async (kept) => ({ kept, state: await stateOf(kept) })));
  return states.flatMap(({ kept: { token: _, sealed: __, ...account }, state }) =>
    state === "ready" || state === "locked" ? account : [],
  );
}

/** The account that acts on a host, if there is one. @throws Refused where it can't just now, saying what helps */
export async function activeAccount(origin: string): Promise<Account | undefined> {
  const kept = (await keptAccounts()).find((account) => account.origin === origin && account.active);
  return kept && withToken(kept);
}

/** @throws Refused where it can't act just now, saying what helps */
export async function findAccount(name: AccountName): Promise<Account | undefined> {
  const kept = await keptAccount(name);
  return kept && withToken(kept);
}

/** Every account as the other pages of the extension may see it. */
export async function accountSummaries(): Promise<AccountSummary[]> {
  const all = await keptAccounts();
  return Promise.all(
    all.map(async (kept) => {
      const { origin, login, apiUrl, dialect, active, kind, expires, usedAt } = kept;
      const state = await stateOf(kept);
      return { origin, login, apiUrl, dialect, active, state, kind: kind ?? null, expires, usedAt };
    }),
  );
}

/** Keeps an account, which from then on acts on its host. @throws Refused while tokens are locked */
export function saveAccount({ token, ...account }: NewAccount): Promise<void> {
  return oneAtATime(async () => {
    const kept: Kept = { ...account, ...(await toKeep(token, account)), active: true };
    await changeHost(account.origin, (others) => [...others.filter(({ login }) => login !== account.login), kept]);
  });
}

/** Writes down accounts whose tokens are still to come. Those that are there stay as they are. */
export async function expectAccounts(accounts: readonly Omit<KnownAccount, "active">[]): Promise<void> {
  for (const account of accounts) {
    await oneAtATime(() =>
      changeHost(account.origin, (others) =>
        others.some(({ login }) => login === account.login) ? others : [...others, { ...account, active: false }],
      ),
    );
  }
}

/** Removes an account; where it acted, another one of its host does. */
export function removeAccount({ origin, login }: AccountName): Promise<void> {
  return oneAtATime(() => changeHost(origin, (accounts) => accounts.filter((account) => account.login !== login)));
}

/** Lets an account act on its host. */
export function useAccount({ origin, login }: AccountName): Promise<void> {
  return oneAtATime(() =>
    changeHost(origin, (accounts) =>
      accounts.some((account) => account.login === login && hasToken(account))
        ? accounts.map((account) => ({ ...account, active: account.login === login }))
        : accounts,
    ),
  );
}

/** Writes down what the service told of an account's token. */
export function noteToken(
  { origin, login }: AccountName,
  told: { readonly kind: Kept["kind"]; readonly expires: number | null | undefined },
): Promise<void> {
  return change({ origin, login }, (account) => ({ ...account, ...told }));
}

async function withToken(kept: Kept): Promise<Account> {
  const { origin, login } = kept;
  const state = await stateOf(kept);
  if (state === "not allowed") throw new Refused(t("hostNotAllowed", origin), "permission");
  if (state === "no permission") throw new Refused(t("hostNotGranted", origin), "account");
  const token = await tokenOf(kept);
  if (token === undefined) throw new Refused(t("tokenIsMissing", login, origin), "account");
  if (Date.now() - (kept.usedAt ?? 0) >= NOTED_FOR) {
    void change(kept, (account) => ({ ...account, usedAt: Date.now() })).catch(() => undefined);
  }
  const { token: _, sealed: __, ...account } = kept;
  return { ...account, token };
}

async function stateOf(kept: Kept): Promise<AccountState> {
  const { allowedHosts } = await readPolicy();
  if (!isAccountAllowed(kept, allowedHosts)) return "not allowed";
  if (!hasToken(kept)) return "no token";
  if (!(await mayWorkOn(kept))) return "no permission";
  return kept.sealed && (await lockState()) === "locked" ? "locked" : "ready";
}

function change({ origin, login }: AccountName, changed: (account: Kept) => Kept): Promise<void> {
  return oneAtATime(() =>
    changeHost(origin, (accounts) => accounts.map((account) => (account.login === login ? changed(account) : account))),
  );
}
