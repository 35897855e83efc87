import { Problem, problemOf } from "../../../problem.ts";
import { pause } from "../../../run/pause.ts";
import type { Run } from "../../../run/run.ts";
import type { Store } from "../kept/store.ts";
import { holderName, type LockValue, lockText, readLock } from "./lock-value.ts";
import { IN_FLIGHT, MOST_SENT, type Sent, stillInFlight } from "./sent.ts";

/**
 * How often a lock is renewed. Milliseconds, as all of these. The limits go by minutes: whoever has used up a minute's room may
 * have to wait for the next, and must not lose his lock by that.
 */
const RENEWAL = 20_000;
/** Who could not renew it for so long counts it as lost: somebody may take it over soon. */
const HELD_FOR = 100_000;
/** How long to wait until there may be room for more. */
const ROOM = 2000;

/** A lock that is held. */
export interface Lock {
  /** Aborted once it is somebody else's, or might be. */
  readonly lost: AbortSignal;
  /** What others sent under it, before. */
  readonly earlier: readonly Sent[];
  /** What was sent under it, or was to be. */
  readonly sent: () => readonly Sent[];
  /** Writes down what is to be sent next, before it is. @throws Problem where the lock is lost; ForgeError */
  readonly announce: (next: readonly Pick<Sent, "hook" | "id">[]) => Promise<void>;
  /** Is it somebody else's by now, or might be? */
  readonly isLost: () => boolean;
  /** One of them has been sent, or may have been; or it won't be. */
  readonly ended: (one: Pick<Sent, "hook" | "id">, wasSent: boolean) => void;
  /** Gives it back. */
  readonly release: () => Promise<void>;
  /** Leaves it where it is, with what was sent under it, for whoever takes it over. */
  readonly abandon: () => void;
}

/** What a lock needs of a run. */
export type Around = Pick<Run, "clock" | "log" | "stopping" | "environment" | "apiUrl" | "connection">;

/** Holds a lock that was taken. @param from when it was taken: `since` by this machine's clock, `now` by the service's */
export function hold(
  around: Around,
  store: Store,
  variable: string,
  identity: Pick<LockValue, "holder" | "repository" | "run" | "attempt">,
  { since, now, earlier }: { readonly since: number; readonly now: number; readonly earlier: readonly Sent[] },
): Lock {
  const { clock, log } = around;
  const losing = new AbortController();
  const own = new Map<string, Sent & { readonly open: boolean }>();
  let ahead = now - since;
  let renewed = since;
  let writing: Promise<void> = Promise.resolve();
  let released = false;
  let stopGuard = guard();
  let stopRenewing = clock.after(RENEWAL, renew);

  const serviceNow = () => clock.now() + ahead;
  const keyOf = ({ hook, id }: Pick<Sent, "hook" | "id">) => `${hook}/${id}`;

  function guard(): () => void {
    return clock.after(renewed + HELD_FOR - clock.now(), () => lose("could not be renewed in time"));
  }

  function lose(how: string): void {
    stopGuard();
    stopRenewing();
    if (losing.signal.aborted || released) return;
    log.warning(`The lock ${variable} of ${store.name} ${how}: nothing more is sent under it.`);
    losing.abort(new Problem(`the lock ${variable} of ${store.name} ${how}`));
  }

  function stop(): void {
    released = true;
    stopGuard();
    stopRenewing();
  }

  function renew(): void {
    write().catch((error: unknown) => log.debug?.(`${variable} of ${store.name} was not renewed: ${problemOf(error)}`));
    stopRenewing = clock.after(RENEWAL, renew);
  }

  /** What may have no record by now: it counts from now for as long as it is under way. */
  function sent(): readonly Sent[] {
    const at = serviceNow();
    for (const [key, one] of own) {
      if (one.open) own.set(key, { ...one, at });
      else if (at - one.at >= IN_FLIGHT) own.delete(key);
    }
    return [...own.values()].map(({ hook, id, at }) => ({ hook, id, at }));
  }

  const inFlight = () => [...stillInFlight(earlier, serviceNow()), ...sent()];

  /** Renews it, one after the other: a renewal must not undo what another wrote. */
  function write(): Promise<void> {
    const next = writing.then(writeNow, writeNow);
    writing = next;
    return next;
  }

  async function writeNow(): Promise<void> {
    if (losing.signal.aborted || released) return;
    const found = await store.read(variable);
    const at = clock.now();
    ahead = found.now.getTime() - at;
    if (found.value === undefined) return lose("was deleted");
    const lock = readLock(found.value);
    if (lock?.holder !== identity.holder) return lose(`was taken over by ${holderName(lock)}`);
    const value = lockText({ ...identity, sent: inFlight() }, found.now.getTime());
    if (!(await store.update(variable, value))) return lose("was deleted");
    renewed = at;
    stopGuard();
    if (!losing.signal.aborted && !released) stopGuard = guard();
  }

  return {
    ...{ lost: losing.signal, earlier, sent },
    async announce(next) {
      // Where so many may be without a record, the first of them must get theirs before there is room for more.
      while (inFlight().length + next.length > MOST_SENT && !losing.signal.aborted) {
        if (around.stopping.aborted) throw new Problem("the run was cancelled before");
        await pause(around, ROOM);
      }
      for (const one of next) own.set(keyOf(one), { ...one, at: serviceNow(), open: true });
      await write();
      losing.signal.throwIfAborted();
    },
    isLost() {
      // A machine that was asleep has no timers that went off.
      if (clock.now() - renewed >= HELD_FOR) lose("could not be renewed in time");
      return losing.signal.aborted;
    },
    ended(one, wasSent) {
      if (wasSent) own.set(keyOf(one), { ...one, at: serviceNow(), open: false });
      else own.delete(keyOf(one));
    },
    abandon: stop,
    async release() {
      await writing.catch(() => undefined);
      stop();
      if (losing.signal.aborted) return;
      const found = await store.read(variable);
      if (readLock(found.value ?? "")?.holder === identity.holder) await store.remove(variable);
    },
  };
}
