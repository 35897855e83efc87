import { browser } from "wxt/browser";
import type { LockState } from "../messages/lock.ts";
import { t } from "../ui/words.ts";
import { type Kept, keptAccounts, keptLock, type Lock, oneAtATime, replaceAll } from "./account-store.ts";
import { forgetClients } from "./clients.ts";
import { Refused } from "./problems.ts";
import { deriveKey, NotOpened, newRecipe, open, seal } from "./sealing.ts";
import { readSettings } from "./settings.ts";

// The key lies in `storage.session`: in memory alone, out of reach of pages and content scripts, gone with the browser.

const KEY = "lock";

/** The alarm that locks. */
export const LOCK_ALARM = "forgehand-lock";

/** What the lock's own text belongs to, and what it says. */
const CHECK = "forgehand lock";

/** Passphrases are at least that long. */
const SHORTEST = 8;

/** A clock may be this much off, in milliseconds, before it counts as set back. */
const JITTER = 60_000;

/** Writing down that somebody is there once in so many milliseconds is enough. */
const NOTED_FOR = 15_000;

/** The key, and when somebody was last there. */
interface Session {
  readonly key: string;
  readonly at: number;
}

export async function lockState(): Promise<LockState> {
  if (!(await keptLock())) return "none";
  return (await currentKey()) === undefined ? "locked" : "open";
}

/** A token as it is to be kept. @throws Refused while tokens are locked */
export async function toKeep(
  token: string,
  account: Pick<Kept, "origin" | "login" | "apiUrl" | "dialect">,
): Promise<Pick<Kept, "token" | "sealed">> {
  if (!(await keptLock())) return { token };
  return { sealed: await seal(await keyOrRefuse(), token, placeOf(account)) };
}

/** A kept account's token. @throws Refused while tokens are locked, or where it was changed behind our back */
export async function tokenOf(account: Kept): Promise<string | undefined> {
  if (!account.sealed) return account.token;
  const key = await keyOrRefuse();
  try {
    return await open(key, account.sealed, placeOf(account));
  } catch (error) {
    if (error instanceof NotOpened) throw new Refused(t("sealBroken", account.login, account.origin), "account");
    throw error;
  }
}

/** Seals all tokens under a new passphrase. @throws Refused where there is one already */
export async function setPassphrase(passphrase: string): Promise<void> {
  checkLength(passphrase);
  await oneAtATime(async () => {
    if (await keptLock()) throw new Refused(t("passphraseIsSet"));
    await sealAll(passphrase, await keptAccounts());
  });
}

/** @throws Refused on a wrong passphrase */
export async function unlock(passphrase: string): Promise<void> {
  await oneAtATime(async () => {
    const lock = await keptLock();
    if (lock) await begin(await keyFor(passphrase, lock));
  });
}

/** Seals all tokens anew. @throws Refused on a wrong passphrase */
export async function changePassphrase(old: string, passphrase: string): Promise<void> {
  checkLength(passphrase);
  await oneAtATime(async () => sealAll(passphrase, await unsealed(old)));
}

/** Keeps tokens as they are from now on. @throws Refused on a wrong passphrase */
export async function removePassphrase(passphrase: string): Promise<void> {
  await oneAtATime(async () => {
    await replaceAll(await unsealed(passphrase), undefined);
    await end();
  });
}

/** Takes all tokens and the passphrase away; the accounts stay, and wait for new tokens. */
export async function forgetPassphrase(): Promise<void> {
  await oneAtATime(async () => {
    const accounts = await keptAccounts();
    await replaceAll(
      accounts.map(({ token: _, sealed: __, ...account }) => ({ ...account, active: false })),
      undefined,
    );
    await end();
  });
}

/** Locks, whoever asks. */
export async function lockNow(): Promise<void> {
  if (await keptLock()) await end();
}

/** Somebody is there: locking begins to count anew. */
export function noteActivity(): Promise<void> {
  return inTurn(async () => {
    const session = await readSession();
    if (!session || Date.now() - session.at < NOTED_FOR || (await isDue(session))) return;
    await keepOpen(session.key);
  });
}

/** Locks if it is time to. @returns whether it was */
export async function lockIfDue(): Promise<boolean> {
  const session = await readSession();
  if (!session) return false;
  if (!(await isDue(session))) {
    await setAlarm(session.at);
    return false;
  }
  await end();
  return true;
}

/** What a sealed token belongs to: it opens for no other account, and for no other address. */
function placeOf({ origin, login, apiUrl, dialect }: Pick<Kept, "origin" | "login" | "apiUrl" | "dialect">): string {
  return JSON.stringify([origin, login, apiUrl, dialect]);
}

async function sealAll(passphrase: string, accounts: readonly Kept[]): Promise<void> {
  const recipe = newRecipe();
  const key = await deriveKey(passphrase, recipe);
  const sealed = accounts.map(async ({ token, sealed: _, ...account }): Promise<Kept> => {
    return token === undefined ? account : { ...account, sealed: await seal(key, token, placeOf(account)) };
  });
  await replaceAll(await Promise.all(sealed), { ...recipe, check: await seal(key, CHECK, CHECK) });
  await begin(key);
}

/** All accounts with their tokens as they are. What doesn't open any more has none. @throws Refused on a wrong passphrase */
async function unsealed(passphrase: string): Promise<Kept[]> {
  const lock = await keptLock();
  if (!lock) throw new Refused(t("passphraseIsNone"));
  const key = await keyFor(passphrase, lock);
  const accounts = await keptAccounts();
  return Promise.all(
    accounts.map(async ({ sealed, ...account }) => {
      const token = sealed && (await open(key, sealed, placeOf(account)).catch(() => undefined));
      return { ...account, ...(token !== undefined && { token }) };
    }),
  );
}

/** @throws Refused on a wrong passphrase */
async function keyFor(passphrase: string, { check, ...recipe }: Lock): Promise<string> {
  const key = await deriveKey(passphrase, recipe);
  const isRight = await open(key, check, CHECK).catch(() => undefined);
  if (isRight === undefined) throw new Refused(t("passphraseIsWrong"), "locked");
  return key;
}

async function keyOrRefuse(): Promise<string> {
  const key = await currentKey();
  if (key === undefined) throw new Refused(t("tokensAreLocked"), "locked");
  return key;
}

async function currentKey(): Promise<string | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  // An alarm comes late after sleep.
  if (!(await isDue(session))) return session.key;
  await end();
  return undefined;
}

async function readSession(): Promise<Session | undefined> {
  return (await browser.storage.session.get<Record<string, Session | undefined>>(KEY))[KEY];
}

const begin = (key: string) => inTurn(() => keepOpen(key));

async function keepOpen(key: string): Promise<void> {
  const session: Session = { key, at: Date.now() };
  await browser.storage.session.set({ [KEY]: session });
  await setAlarm(session.at);
}

function end(): Promise<void> {
  return inTurn(async () => {
    await browser.storage.session.remove(KEY);
    await browser.alarms.clear(LOCK_ALARM);
    forgetClients();
  });
}

let last: Promise<unknown> = Promise.resolve();

/** Does what gives or takes the key one after the other: none that was read before it was taken is written after. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function isDue({ at }: Session): Promise<boolean> {
  const { lockAfter } = await readSettings();
  const idle = Date.now() - at;
  // A clock that was set back must not keep them open.
  return lockAfter > 0 && (idle >= lockAfter * 60_000 || idle < -JITTER);
}

async function setAlarm(at: number): Promise<void> {
  const { lockAfter } = await readSettings();
  if (lockAfter > 0) browser.alarms.create(LOCK_ALARM, { when: at + lockAfter * 60_000 + 1000 });
  else await browser.alarms.clear(LOCK_ALARM);
}

function checkLength(passphrase: string): void {
  if ([...passphrase].length < SHORTEST) throw new Refused(t("passphraseIsShort", SHORTEST));
}
