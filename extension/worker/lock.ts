import type { LockState } from "../messages/lock.ts";
import { t } from "../ui/words.ts";
import { type Kept, keptAccounts, keptLock, type Lock, oneAtATime, replaceAll } from "./account-store.ts";
import { beginSession, currentKey, endSession } from "./lock-session.ts";
import { Refused } from "./problems.ts";
import { deriveKey, NotOpened, newRecipe, open, seal } from "./sealing.ts";

/** What the lock's own text belongs to, and what it says. */
const CHECK = "forgehand lock";

/** Passphrases are at least that long. */
const SHORTEST = 8;

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
    if (lock) await beginSession(await keyFor(passphrase, lock));
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
    await endSession();
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
    await endSession();
  });
}

/** Locks, whoever asks. */
export async function lockNow(): Promise<void> {
  if (await keptLock()) await endSession();
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
  await beginSession(key);
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
  if (key === undefined) throw new Refused(t("lockedAway"), "locked");
  return key;
}

function checkLength(passphrase: string): void {
  if ([...passphrase].length < SHORTEST) throw new Refused(t("passphraseIsShort", SHORTEST));
}
