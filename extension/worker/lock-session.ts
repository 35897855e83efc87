import { browser } from "wxt/browser";
import { forgetClients } from "./clients.ts";
import { readSettings } from "./settings.ts";

// The key lies in `storage.session`: in memory alone, out of reach of pages and content scripts, gone with the browser.

const KEY = "lock";

/** The alarm that locks. */
export const LOCK_ALARM = "forgehand-lock";

/** A clock may be this much off, in milliseconds, before it counts as set back. */
const JITTER = 60_000;

/** Writing down that somebody is there once in so many milliseconds is enough. */
const NOTED_FOR = 15_000;

/** The key, and when somebody was last there. */
interface Session {
  readonly key: string;
  readonly at: number;
}

/** The key, while tokens are open. */
export async function currentKey(): Promise<string | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  if (!(await isDue(session))) return session.key;
  // The alarm comes late after sleep: the key goes at once, and an alarm tells everybody.
  await inTurn(takeKeyAway);
  browser.alarms.create(LOCK_ALARM, { when: Date.now() });
  return undefined;
}

/** Somebody is there: locking begins to count anew. */
export function noteActivity(): Promise<void> {
  return inTurn(async () => {
    const session = await readSession();
    if (!session || Date.now() - session.at < NOTED_FOR || (await isDue(session))) return;
    await keepOpen(session.key);
  });
}

/** Locks if it is time to. @returns whether tokens are locked then */
export async function lockIfDue(): Promise<boolean> {
  const session = await readSession();
  if (!session) return true;
  if (!(await isDue(session))) {
    await setAlarm(session.at);
    return false;
  }
  await endSession();
  return true;
}

async function readSession(): Promise<Session | undefined> {
  return (await browser.storage.session.get<Record<string, Session | undefined>>(KEY))[KEY];
}

/** Opens tokens with their key. */
export const beginSession = (key: string) => inTurn(() => keepOpen(key));

async function keepOpen(key: string): Promise<void> {
  const session: Session = { key, at: Date.now() };
  await browser.storage.session.set({ [KEY]: session });
  await setAlarm(session.at);
}

/** Locks. */
export function endSession(): Promise<void> {
  return inTurn(async () => {
    await takeKeyAway();
    await browser.alarms.clear(LOCK_ALARM);
  });
}

async function takeKeyAway(): Promise<void> {
  await browser.storage.session.remove(KEY);
  forgetClients();
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
