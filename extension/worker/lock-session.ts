import { browser } from "wxt/browser";
import { t } from "../locales/i18n.ts";
import { endAccess } from "./account-access.ts";
import { createOrder } from "./in-order.ts";
import { RefusedError } from "./refused-error.ts";
import { readSettings } from "./settings.ts";

// The key is stored in `storage.session`: in memory only, inaccessible to pages and content scripts, and deleted with
// the browser session.

const KEY = "lock";

/** Name of the alarm that checks whether to lock. */
export const LOCK_ALARM = "forgehand-lock";

/** Clock deviation, in milliseconds, above which the clock counts as set back. */
const CLOCK_TOLERANCE = 60_000;

/** Minimum interval between two updates of the last activity, in milliseconds. */
const ACTIVITY_INTERVAL = 15_000;

/** Maximum interval between two checks, in milliseconds. Setting the clock back further than to the last one locks. */
const CHECK_INTERVAL = 5 * 60_000;

/**
 * Time after the last activity on the extension's own pages, or the unlocking, during which activity on GitHub's pages
 * postpones the lock, in milliseconds. A page that controls our content script could send it all the time.
 */
const MAX_PAGE_ACTIVITY = 8 * 3_600_000;

/** The key, and the times of the last activity. */
interface LockSession {
  readonly key: string;
  readonly lastActivityAt: number;
  /** On the extension's own pages. */
  readonly lastOwnActivityAt: number;
  /** Time of the last check. */
  readonly checkedAt: number;
}

/** Returns the key while tokens are unlocked. */
export async function currentKey(): Promise<string | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  if (!(await isExpired(session))) {
    if (Date.now() - session.checkedAt >= ACTIVITY_INTERVAL) await runInOrder(recordCheck);
    return session.key;
  }
  // The alarm can be late after sleep. The key is removed immediately; the alarm updates the views.
  await lockSession();
  browser.alarms.create(LOCK_ALARM, { when: Date.now() });
  return undefined;
}

/**
 * Restarts the time until the tokens lock.
 * @param source whether the user did something on one of the extension's own pages, or on GitHub's
 */
export function recordActivity(source: "extension" | "page"): Promise<void> {
  return runInOrder(async () => {
    const session = await readSession();
    if (!session || (await isExpired(session))) return;
    const { key, lastActivityAt, lastOwnActivityAt } = session;
    const now = Date.now();
    const isOwn = source === "extension";
    const isRecent = now - (isOwn ? lastOwnActivityAt : lastActivityAt) < ACTIVITY_INTERVAL;
    if (isRecent || (!isOwn && now - lastOwnActivityAt >= MAX_PAGE_ACTIVITY)) return;
    await storeSession({
      key,
      lastActivityAt: now,
      lastOwnActivityAt: isOwn ? now : lastOwnActivityAt,
      checkedAt: now,
    });
  });
}

/**
 * Locks if the time is up.
 * @returns whether tokens are locked afterwards
 */
export async function lockIfExpired(): Promise<boolean> {
  const session = await readSession();
  if (!session) return true;
  if (!(await isExpired(session))) {
    await runInOrder(recordCheck);
    return false;
  }
  await lockSession();
  return true;
}

async function recordCheck(): Promise<void> {
  const session = await readSession();
  if (session && !(await isExpired(session))) await storeSession({ ...session, checkedAt: Date.now() });
}

async function readSession(): Promise<LockSession | undefined> {
  return (await browser.storage.session.get<Record<string, LockSession | undefined>>(KEY))[KEY];
}

/** Unlocks tokens with their key. */
export function beginSession(key: string): Promise<void> {
  const now = Date.now();
  return runInOrder(() => storeSession({ key, lastActivityAt: now, lastOwnActivityAt: now, checkedAt: now }));
}

async function storeSession(session: LockSession): Promise<void> {
  await browser.storage.session.set({ [KEY]: session });
  await setAlarm(session.lastActivityAt);
}

/** Locks tokens, and ends their use. */
export function lockSession(): Promise<void> {
  return runInOrder(async () => {
    await removeKey();
    endAccess(() => new RefusedError(t("lockedAway"), "locked"));
  });
}

/** Removes the key of tokens that are no longer sealed with it. */
export function endSession(): Promise<void> {
  return runInOrder(removeKey);
}

async function removeKey(): Promise<void> {
  await browser.storage.session.remove(KEY);
  await browser.alarms.clear(LOCK_ALARM);
}

/** Runs tasks that store or remove the key one after the other, so that a removed key is never stored again. */
const runInOrder = createOrder();

async function isExpired({ lastActivityAt, checkedAt }: LockSession): Promise<boolean> {
  const { lockAfter } = await readSettings();
  const now = Date.now();
  // A clock that was set back must not keep tokens unlocked.
  return lockAfter > 0 && (now - lastActivityAt >= lockAfter * 60_000 || now < checkedAt - CLOCK_TOLERANCE);
}

async function setAlarm(lastActivityAt: number): Promise<void> {
  const { lockAfter } = await readSettings();
  const lockAt = lastActivityAt + lockAfter * 60_000 + 1000;
  if (lockAfter > 0) browser.alarms.create(LOCK_ALARM, { when: Math.min(lockAt, Date.now() + CHECK_INTERVAL) });
  else await browser.alarms.clear(LOCK_ALARM);
}
