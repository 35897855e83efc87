import { t } from "../locales/i18n.ts";
import type { LockState } from "../messages/lock.ts";
import { endAccess } from "./account-access.ts";
import {
  type PassphraseLock,
  readPassphraseLock,
  readStoredAccounts,
  replaceAllAccounts,
  runExclusive,
  type StoredAccount,
} from "./account-store.ts";
import { beginSession, currentKey, endSession, lockSession } from "./lock-session.ts";
import { RefusedError } from "./refused-error.ts";
import { createKeyParams, deriveKey, seal, UnsealError, unseal } from "./sealing.ts";
import { createUnlockAttempts } from "./unlock-attempts.ts";

/** Text that is sealed with the key, to verify a passphrase later. It is also the context of that seal. */
const CHECK_TEXT = "forgehand lock";

/** Minimum length of a passphrase, in characters. */
const MIN_LENGTH = 8;

const attempts = createUnlockAttempts();

export async function lockState(): Promise<LockState> {
  if (!(await readPassphraseLock())) return "none";
  return (await currentKey()) === undefined ? "locked" : "open";
}

/**
 * Returns a token as it is to be stored: sealed if a passphrase is set.
 * @throws RefusedError while tokens are locked
 */
export async function protectToken(
  token: string,
  account: Pick<StoredAccount, "origin" | "login" | "apiUrl" | "dialect">,
): Promise<Pick<StoredAccount, "token" | "sealed">> {
  if (!(await readPassphraseLock())) return { token };
  return { sealed: await seal(await requireKey(), token, sealContext(account)) };
}

/**
 * Returns a stored account's token.
 * @throws RefusedError while tokens are locked, or if the record was modified
 */
export async function readToken(account: StoredAccount): Promise<string | undefined> {
  if (!account.sealed) return account.token;
  const key = await requireKey();
  try {
    return await unseal(key, account.sealed, sealContext(account));
  } catch (error) {
    if (error instanceof UnsealError) throw new RefusedError(t("sealBroken", account.login, account.origin), "account");
    throw error;
  }
}

/**
 * Seals all tokens with a new passphrase.
 * @throws RefusedError if a passphrase is already set
 */
export async function setPassphrase(passphrase: string): Promise<void> {
  checkLength(passphrase);
  await runExclusive(async () => {
    if (await readPassphraseLock()) throw new RefusedError(t("passphraseIsSet"));
    await sealAll(passphrase, await readStoredAccounts());
  });
}

/** Returns the time until a passphrase can be tried after wrong ones, in milliseconds. */
export const unlockWait = () => runExclusive(attempts.readWait);

/** @throws RefusedError if the passphrase is wrong, or cannot be tried yet */
export async function unlock(passphrase: string): Promise<void> {
  await runExclusive(async () => {
    const lock = await readPassphraseLock();
    if (lock) await beginSession(await deriveVerifiedKey(passphrase, lock));
  });
}

/**
 * Seals all tokens with another passphrase.
 * @throws RefusedError if the old passphrase is wrong
 */
export async function changePassphrase(old: string, passphrase: string): Promise<void> {
  checkLength(passphrase);
  await runExclusive(async () => sealAll(passphrase, await unsealAccounts(old)));
}

/**
 * Removes the passphrase and stores all tokens unsealed.
 * @throws RefusedError if the passphrase is wrong
 */
export async function removePassphrase(passphrase: string): Promise<void> {
  await runExclusive(async () => {
    await replaceAllAccounts(await unsealAccounts(passphrase), undefined);
    await endSession();
  });
}

/** Deletes all tokens and the passphrase. The accounts stay and wait for new tokens. */
export async function forgetPassphrase(): Promise<void> {
  await runExclusive(async () => {
    const accounts = await readStoredAccounts();
    await replaceAllAccounts(
      accounts.map(({ token: _, sealed: __, ...account }) => ({ ...account, active: false })),
      undefined,
    );
    endAccess(({ origin, login }) => new RefusedError(t("tokenIsMissing", login, origin), "account"));
    await endSession();
  });
}

export async function lockNow(): Promise<void> {
  if (await readPassphraseLock()) await lockSession();
}

/** Context that a sealed token is bound to. It cannot be unsealed for another account or API address. */
function sealContext({
  origin,
  login,
  apiUrl,
  dialect,
}: Pick<StoredAccount, "origin" | "login" | "apiUrl" | "dialect">): string {
  return JSON.stringify([origin, login, apiUrl, dialect]);
}

async function sealAll(passphrase: string, accounts: readonly StoredAccount[]): Promise<void> {
  const params = createKeyParams();
  const key = await deriveKey(passphrase, params);
  const sealed = accounts.map(async ({ token, sealed: _, ...account }): Promise<StoredAccount> => {
    return token === undefined ? account : { ...account, sealed: await seal(key, token, sealContext(account)) };
  });
  await replaceAllAccounts(await Promise.all(sealed), { ...params, check: await seal(key, CHECK_TEXT, CHECK_TEXT) });
  await beginSession(key);
}

/**
 * Returns all accounts with unsealed tokens. Tokens that cannot be unsealed are left out.
 * @throws RefusedError if the passphrase is wrong
 */
async function unsealAccounts(passphrase: string): Promise<StoredAccount[]> {
  const lock = await readPassphraseLock();
  if (!lock) throw new RefusedError(t("passphraseIsNone"));
  const key = await deriveVerifiedKey(passphrase, lock);
  const accounts = await readStoredAccounts();
  return Promise.all(
    accounts.map(async ({ sealed, ...account }) => {
      const token = sealed && (await unseal(key, sealed, sealContext(account)).catch(() => undefined));
      return { ...account, ...(token !== undefined && { token }) };
    }),
  );
}

/** @throws RefusedError if the passphrase is wrong, or cannot be tried yet */
function deriveVerifiedKey(passphrase: string, { check, ...params }: PassphraseLock): Promise<string> {
  return attempts.attempt(async () => {
    const key = await deriveKey(passphrase, params);
    const checkText = await unseal(key, check, CHECK_TEXT).catch(() => undefined);
    return checkText === undefined ? undefined : key;
  });
}

async function requireKey(): Promise<string> {
  const key = await currentKey();
  if (key === undefined) throw new RefusedError(t("lockedAway"), "locked");
  return key;
}

function checkLength(passphrase: string): void {
  if ([...passphrase].length < MIN_LENGTH) throw new RefusedError(t("passphraseIsShort", MIN_LENGTH));
}
