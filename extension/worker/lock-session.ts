import { browser } from "wxt/browser";
import { clearClients } from "./clients.ts";
import { readSettings } from "./settings.ts";

// The key is stored in `storage.session`: in memory only, inaccessible to pages and content scripts, and deleted with
// the browser session.

const KEY = "lock";

/** Name of the alarm that locks. */
export const LOCK_ALARM = "forgehand-lock";

/** Clock deviation, in milliseconds, above which the clock counts as set back. */
const CLOCK_TOLERANCE = 60_000;

/** Minimum interval between two updates of the last activity, in milliseconds. */
const ACTIVITY_INTERVAL = 15_000;

/** The key, and the time of the last activity. */
interface LockSession {
  readonly key: string;
  readonly lastActivityAt: number;
}

/** Returns the key while tokens are unlocked. */
export async function currentKey(): Promise<string | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  if (!(await isExpired(session))) return session.key;
  // The alarm can be late after sleep. The key is removed immediately; the alarm updates the views.
  await runInOrder(removeKey);
  browser.alarms.create(LOCK_ALARM, { when: Date.now() });
  return undefined;
}

/** Restarts the time until the tokens lock. */
export function recordActivity(): Promise<void> {
  return runInOrder(async () => {
    const session = await readSession();
    if (!session || Date.now() - session.lastActivityAt < ACTIVITY_INTERVAL || (await isExpired(session))) return;
    await storeSession(session.key);
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
    await setAlarm(session.lastActivityAt);
    return false;
  }
  await endSession();
  return true;
}

async function readSession(): Promise<LockSession | undefined> {
  return (await browser.storage.session.get<Record<string, LockSession | undefined>>(KEY))[KEY];
}

/** Unlocks tokens with their key. */
export const beginSession = (key: string) => runInOrder(() => storeSession(key));

async function storeSession(key: string): Promise<void> {
  const session: LockSession = { key, lastActivityAt: Date.now() };
  await browser.storage.session.set({ [KEY]: session });
  await setAlarm(session.lastActivityAt);
}

/** Locks tokens. */
export function endSession(): Promise<void> {
  return runInOrder(async () => {
    await removeKey();
    await browser.alarms.clear(LOCK_ALARM);
  });
}

async function removeKey(): Promise<void> {
  await browser.storage.session.remove(KEY);
  clearClients();
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs tasks that store or remove the key one after the other, so that a removed key is never stored again. */
function runInOrder(task: () => Promise<void>): Promise<void> {
  const done = queue.then(task);
  queue = done.catch(() => undefined);
  return done;
}

async function isExpired({ lastActivityAt }: LockSession): Promise<boolean> {
  const { lockAfter } = await readSettings();
  const idle = Date.now() - lastActivityAt;
  // A clock that was set back must not keep tokens unlocked.
  return lockAfter > 0 && (idle >= lockAfter * 60_000 || idle < -CLOCK_TOLERANCE);
}

async function setAlarm(lastActivityAt: number): Promise<void> {
  const { lockAfter } = await readSettings();
  if (lockAfter > 0) browser.alarms.create(LOCK_ALARM, { when: lastActivityAt + lockAfter * 60_000 + 1000 });
  else await browser.alarms.clear(LOCK_ALARM);
}
