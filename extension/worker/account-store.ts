import { TOKEN_KINDS } from "@forgehand/core/contract";
import { DIALECT_NAMES } from "@forgehand/core/dialects";
import { hasType, objectOf, type ValueOf } from "@forgehand/core/schema";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { AccountRef } from "../model/account-ref.ts";
import { createOrder } from "./in-order.ts";

// Tokens are stored in IndexedDB of the extension's own origin, which pages and content scripts cannot open.

const SealedTextSchema = /* @__PURE__ */ objectOf({ iv: "string", data: "string" });

const StoredAccountSchema = /* @__PURE__ */ objectOf({
  /** Origin of the web pages. */
  origin: "string",
  /** Login of the token's owner. */
  login: "string",
  apiUrl: "string",
  dialect: { type: "enum", values: DIALECT_NAMES },
  /** Whether the user allows to send the token without encryption. */
  allowHttp: { type: "optional", of: "boolean" },
  /** Whether it is the active account of its host. */
  active: "boolean",
  /**
   * The token in plain text. With a passphrase, `sealed` is set instead; an account whose token is missing has neither.
   */
  token: { type: "optional", of: "string" },
  sealed: { type: "optional", of: SealedTextSchema },
  /** Derived from the token's prefix or reported by the service; undefined if unknown. */
  kind: { type: "optional", of: { type: "enum", values: TOKEN_KINDS } },
  /** Expiry in milliseconds since 1970; null if the token never expires, undefined if unknown. */
  expires: { type: "optional", of: { type: "nullable", of: "number" } },
  /** Time of the last use of the token, in milliseconds since 1970. */
  usedAt: { type: "optional", of: "number" },
});

export type StoredAccount = ValueOf<typeof StoredAccountSchema>;

const PassphraseLockSchema = /* @__PURE__ */ objectOf({
  salt: "string",
  iterations: "number",
  check: SealedTextSchema,
});

/** The parameters and the check text that verify a passphrase. */
export type PassphraseLock = ValueOf<typeof PassphraseLockSchema>;

const FailedAttemptsSchema = /* @__PURE__ */ objectOf({
  /** Number of wrong passphrases since the last right one. */
  count: "number",
  /** Time that still has to pass before the next attempt, in milliseconds. */
  wait: "number",
});

export type FailedAttempts = ValueOf<typeof FailedAttemptsSchema>;

interface AccountsDatabase extends DBSchema {
  accounts: { key: [origin: string, login: string]; value: StoredAccount };
  lock: { key: "lock"; value: PassphraseLock };
  attempts: { key: "failed"; value: FailedAttempts };
}

let connection: Promise<IDBPDatabase<AccountsDatabase>> | undefined;

/** Opens the database when it is first needed. A failed attempt is repeated by the next call. */
function openDatabase(): Promise<IDBPDatabase<AccountsDatabase>> {
  connection ??= openDB<AccountsDatabase>("forgehand-accounts", 3, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) db.createObjectStore("accounts", { keyPath: ["origin", "login"] });
      if (oldVersion < 2) db.createObjectStore("lock");
      db.createObjectStore("attempts");
    },
    terminated: () => {
      connection = undefined;
    },
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/** Reads all accounts, ordered by host and login. Invalid records are skipped. */
export async function readStoredAccounts(): Promise<StoredAccount[]> {
  const all = await (await openDatabase()).getAll("accounts");
  return all.filter((record) => hasType(StoredAccountSchema, record));
}

export async function readStoredAccount({ origin, login }: AccountRef): Promise<StoredAccount | undefined> {
  const stored: unknown = await (await openDatabase()).get("accounts", [origin, login]);
  return hasType(StoredAccountSchema, stored) ? stored : undefined;
}

/** Reads the lock, or undefined if no passphrase is set. */
export async function readPassphraseLock(): Promise<PassphraseLock | undefined> {
  const stored: unknown = await (await openDatabase()).get("lock", "lock");
  return hasType(PassphraseLockSchema, stored) ? stored : undefined;
}

/** Reads the wrong passphrases; undefined if the last one was right. */
export async function readFailedAttempts(): Promise<FailedAttempts | undefined> {
  const stored: unknown = await (await openDatabase()).get("attempts", "failed");
  return hasType(FailedAttemptsSchema, stored) ? stored : undefined;
}

export async function writeFailedAttempts(attempts: FailedAttempts): Promise<void> {
  await (await openDatabase()).put("attempts", attempts, "failed");
}

export async function clearFailedAttempts(): Promise<void> {
  await (await openDatabase()).clear("attempts");
}

/** Replaces all accounts and the lock, and forgets wrong passphrases, in one transaction. */
export async function replaceAllAccounts(
  accounts: readonly StoredAccount[],
  lock: PassphraseLock | undefined,
): Promise<void> {
  const transaction = (await openDatabase()).transaction(["accounts", "lock", "attempts"], "readwrite");
  const [accountStore, lockStore] = [transaction.objectStore("accounts"), transaction.objectStore("lock")];
  await Promise.all([
    accountStore.clear(),
    ...accounts.map((account) => accountStore.put(account)),
    lock ? lockStore.put(lock, "lock") : lockStore.delete("lock"),
    transaction.objectStore("attempts").clear(),
    transaction.done,
  ]);
}

/**
 * Changes a host's accounts in one transaction. Exactly one of those with a token stays active: the last one marked as
 * active, or else the first one.
 */
export async function changeHost(
  origin: string,
  change: (accounts: StoredAccount[]) => StoredAccount[],
): Promise<void> {
  const transaction = (await openDatabase()).transaction("accounts", "readwrite");
  const all = (await transaction.store.getAll()).filter((account) => account.origin === origin);
  const accounts = change(all);
  const withToken = accounts.filter(hasToken);
  const activeLogin = (withToken.findLast(({ active }) => active) ?? withToken[0])?.login;
  const removed = all.filter(({ login }) => !accounts.some((account) => account.login === login));
  await Promise.all([
    ...removed.map(({ login }) => transaction.store.delete([origin, login])),
    ...accounts.map((account) => transaction.store.put({ ...account, active: account.login === activeLogin })),
    transaction.done,
  ]);
}

export function hasToken({ token, sealed }: StoredAccount): boolean {
  return token !== undefined || sealed !== undefined;
}

/** Runs tasks that read and then write accounts one after the other, so that no update is lost. */
export const runExclusive = createOrder();
