import { type DBSchema, openDB } from "idb";
import * as z from "zod/mini";
import type { AccountName, AccountSummary } from "../messages/accounts.ts";

// Tokens lie in IndexedDB of the extension's own origin: no page and no content script can open it.

const Account = z.object({
  /** Where the forge's pages are. */
  origin: z.string(),
  /** Whose token it is. */
  login: z.string(),
  apiUrl: z.string(),
  dialect: z.enum(["github", "svc"]),
  token: z.string(),
  /** Does it act on its host? */
  active: z.boolean(),
});

/** A host with a token and its owner. */
export type Account = z.output<typeof Account>;

interface Schema extends DBSchema {
  accounts: { key: [origin: string, login: string]; value: Account };
}

const database = openDB<Schema>("forgehand-accounts", 1, {
  upgrade: (db) => void db.createObjectStore("accounts", { keyPath: ["origin", "login"] }),
});

/** Every account, by host and login. */
export async function allAccounts(): Promise<Account[]> {
  return z.parse(z.array(Account), await (await database).getAll("accounts"));
}

/** The account that acts on a host, if there is one. */
export async function activeAccount(origin: string): Promise<Account | undefined> {
  return (await allAccounts()).find((account) => account.origin === origin && account.active);
}

export async function findAccount({ origin, login }: AccountName): Promise<Account | undefined> {
  return (await allAccounts()).find((account) => account.origin === origin && account.login === login);
}

/** An account as the other pages of the extension may see it. */
export function summaryOf({ origin, login, apiUrl, dialect, active }: Account): AccountSummary {
  return { origin, login, apiUrl, dialect, active };
}

/** Keeps an account, which from then on acts on its host. */
export async function saveAccount(account: Omit<Account, "active">): Promise<void> {
  await change(account.origin, (others) => [
    ...others.filter(({ login }) => login !== account.login),
    { ...account, active: true },
  ]);
}

/** Removes an account; where it acted, another one of its host does. */
export async function removeAccount({ origin, login }: AccountName): Promise<void> {
  await (await database).delete("accounts", [origin, login]);
  await change(origin, (others) =>
    others.some(({ active }) => active) ? others : others.map(activeIf(others[0]?.login)),
  );
}

/** Lets an account act on its host. */
export async function useAccount({ origin, login }: AccountName): Promise<void> {
  await change(origin, (accounts) =>
    accounts.some((account) => account.login === login) ? accounts.map(activeIf(login)) : accounts,
  );
}

const activeIf = (login: string | undefined) => (account: Account) => ({ ...account, active: account.login === login });

/** Changes a host's accounts in one transaction; the last that acts is the only one that does. */
async function change(origin: string, changed: (accounts: Account[]) => Account[]): Promise<void> {
  const transaction = (await database).transaction("accounts", "readwrite");
  const all = z.parse(z.array(Account), await transaction.store.getAll());
  const accounts = changed(all.filter((account) => account.origin === origin));
  const acting = accounts.findLast(({ active }) => active)?.login;
  for (const account of accounts) await transaction.store.put({ ...account, active: account.login === acting });
  await transaction.done;
}
