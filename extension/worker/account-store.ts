import { TOKEN_KINDS } from "@forgehand/core/contract";
import { DIALECT_NAMES } from "@forgehand/core/dialects";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";
import type { AccountName } from "../messages/accounts.ts";

// Tokens lie in IndexedDB of the extension's own origin: no page and no content script can open it.

const SealedShape = z.object({ iv: z.string(), data: z.string() });

const KeptShape = z.object({
  /** Where the forge's pages are. */
  origin: z.string(),
  /** Whose token it is. */
  login: z.string(),
  apiUrl: z.string(),
  dialect: z.enum(DIALECT_NAMES),
  /** Does it act on its host? */
  active: z.boolean(),
  /** As it is; where there is a passphrase it is sealed instead, and neither is there until somebody gives one. */
  token: z.optional(z.string()),
  sealed: z.optional(SealedShape),
  /** What its prefix or the service told; undefined: unknown. */
  kind: z.optional(z.enum(TOKEN_KINDS)),
  /** Milliseconds since 1970; null: never; undefined: unknown. */
  expires: z.optional(z.nullable(z.number())),
  /** When the token was last used, in milliseconds since 1970. */
  usedAt: z.optional(z.number()),
});

/** An account as it is kept. */
export type Kept = z.output<typeof KeptShape>;

const LockShape = z.object({ salt: z.string(), iterations: z.number(), check: SealedShape });

/** What tells a right passphrase from a wrong one. */
export type Lock = z.output<typeof LockShape>;

interface Schema extends DBSchema {
  accounts: { key: [origin: string, login: string]; value: Kept };
  lock: { key: "lock"; value: Lock };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** The database, opened when it is first needed; where that failed, it is tried again. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("forgehand-accounts", 2, {
    upgrade(db, from) {
      if (from < 1) db.createObjectStore("accounts", { keyPath: ["origin", "login"] });
      db.createObjectStore("lock");
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Every account, by host and login. What doesn't look like one is passed over. */
export async function keptAccounts(): Promise<Kept[]> {
  const all = await (await database()).getAll("accounts");
  return all.flatMap((one) => z.safeParse(KeptShape, one).data ?? []);
}

export async function keptAccount({ origin, login }: AccountName): Promise<Kept | undefined> {
  return z.safeParse(KeptShape, await (await database()).get("accounts", [origin, login])).data;
}

/** The lock; undefined where there is no passphrase. */
export async function keptLock(): Promise<Lock | undefined> {
  return z.safeParse(LockShape, await (await database()).get("lock", "lock")).data;
}

/** Puts these accounts, and this lock or none, in the place of all that there are: all of it or nothing. */
export async function replaceAll(accounts: readonly Kept[], lock: Lock | undefined): Promise<void> {
  const transaction = (await database()).transaction(["accounts", "lock"], "readwrite");
  const [kept, locks] = [transaction.objectStore("accounts"), transaction.objectStore("lock")];
  await Promise.all([
    kept.clear(),
    ...accounts.map((account) => kept.put(account)),
    lock ? locks.put(lock, "lock") : locks.delete("lock"),
    transaction.done,
  ]);
}

/** Changes a host's accounts in one transaction: of those that have a token just one acts, the last that is to. */
export async function changeHost(origin: string, changed: (accounts: Kept[]) => Kept[]): Promise<void> {
  const transaction = (await database()).transaction("accounts", "readwrite");
  const all = (await transaction.store.getAll()).filter((account) => account.origin === origin);
  const accounts = changed(all);
  const able = accounts.filter(hasToken);
  const acting = (able.findLast(({ active }) => active) ?? able[0])?.login;
  const gone = all.filter(({ login }) => !accounts.some((account) => account.login === login));
  await Promise.all([
    ...gone.map(({ login }) => transaction.store.delete([origin, login])),
    ...accounts.map((account) => transaction.store.put({ ...account, active: account.login === acting })),
    transaction.done,
  ]);
}

/** Is there a token, sealed or not? */
export function hasToken({ token, sealed }: Kept): boolean {
  return token !== undefined || sealed !== undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** Does what reads accounts and writes them later, one after the other: nothing is lost between the two. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}
