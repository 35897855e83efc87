import { describeError, Problem } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import { pause } from "../../../run/pause.ts";
import type { RunContext } from "../../../run/run-context.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";
import { holderName, type LockValue, parseLock, serializeLock } from "./lock-value.ts";
import { IN_FLIGHT_WINDOW, MAX_SENT, type SentRedelivery, stillInFlight } from "./sent-redeliveries.ts";

/**
 * Interval of lock renewals, in milliseconds. A holder that has used up a minute's rate limit may have to wait for the
 * next minute, and must not lose the lock because of that.
 */
const RENEWAL_INTERVAL = 20_000;
/**
 * A lock that could not be renewed for this long counts as lost, since another run may take it over soon. In
 * milliseconds.
 */
const HOLD_TIMEOUT = 100_000;
/** Delay before checking again whether the lock has room for more entries, in milliseconds. */
const ROOM_POLL_INTERVAL = 2000;

/** A lock that this run holds. */
export interface RedeliveryLock {
  /** Aborted once another run has taken over the lock, or might have. */
  readonly lost: AbortSignal;
  /** Redeliveries that previous holders sent under it. */
  readonly inherited: readonly SentRedelivery[];
  /** Redeliveries that this run sent under it, or was about to send. */
  readonly sent: () => readonly SentRedelivery[];
  /**
   * Writes the next redeliveries into the lock before they are sent.
   * @throws Problem if the lock is lost; ForgeError
   */
  readonly announce: (next: readonly Pick<SentRedelivery, "hook" | "id">[]) => Promise<void>;
  /** Returns true once another run has taken over the lock, or might have. */
  readonly isLost: () => boolean;
  /** Marks an announced redelivery as sent (or possibly sent), or as not sent. */
  readonly markEnded: (entry: Pick<SentRedelivery, "hook" | "id">, wasSent: boolean) => void;
  /** Deletes the lock variable. */
  /** @param store the store of the lock's variable, whose calls belong to protected work */
  readonly release: (store: VariableStore) => Promise<void>;
  /** Stops renewing and leaves the variable, with what was sent under it, to the next holder. */
  readonly leaveToNextHolder: () => void;
}

export type LockContext = Pick<RunContext, "clock" | "log" | "stopping" | "environment" | "apiUrl" | "connection">;

/**
 * Holds and renews a lock. `sinceAcquired` returns the milliseconds since it was acquired, `clockOffset` is the difference
 * of the service's time and the clock's monotonic one.
 */
export function holdLock(
  context: LockContext,
  store: VariableStore,
  variable: string,
  identity: Pick<LockValue, "holder" | "repository" | "run" | "attempt">,
  {
    sinceAcquired,
    clockOffset: initialOffset,
    inherited,
  }: {
    readonly sinceAcquired: () => number;
    readonly clockOffset: number;
    readonly inherited: readonly SentRedelivery[];
  },
): RedeliveryLock {
  const { clock, log } = context;
  const lossController = new AbortController();
  const entries = new Map<string, SentRedelivery & { readonly isPending: boolean }>();
  let clockOffset = initialOffset;
  let sinceRenewal = sinceAcquired;
  let lastRenewal: Promise<void> = Promise.resolve();
  let released = false;
  let stopExpiryTimer = startExpiryTimer();
  let stopRenewing = clock.after(RENEWAL_INTERVAL, renew);

  const serviceTime = () => clock.monotonic() + clockOffset;
  const keyOf = ({ hook, id }: Pick<SentRedelivery, "hook" | "id">) => `${hook}/${id}`;

  function startExpiryTimer(): () => void {
    return clock.after(HOLD_TIMEOUT - sinceRenewal(), () => loseLock("could not be renewed in time"));
  }

  function loseLock(reason: string): void {
    stopExpiryTimer();
    stopRenewing();
    if (lossController.signal.aborted || released) return;
    log.warning(`The lock ${variable} of ${store.name} ${reason}: no more redeliveries are sent under it.`);
    lossController.abort(new Problem(`the lock ${variable} of ${store.name} ${reason}`));
  }

  function stop(): void {
    released = true;
    stopExpiryTimer();
    stopRenewing();
  }

  function renew(): void {
    renewInOrder().catch((error: unknown) =>
      log.debug?.(`${variable} of ${store.name} could not be renewed: ${describeError(error)}`),
    );
    stopRenewing = clock.after(RENEWAL_INTERVAL, renew);
  }

  /** Returns redeliveries that may have no delivery record yet. A redelivery that has not ended yet is dated now. */
  function collectSent(): readonly SentRedelivery[] {
    const at = serviceTime();
    for (const [key, entry] of entries) {
      if (entry.isPending) entries.set(key, { ...entry, at });
      else if (at - entry.at >= IN_FLIGHT_WINDOW) entries.delete(key);
    }
    return [...entries.values()].map(({ hook, id, at }) => ({ hook, id, at }));
  }

  const inFlight = () => [...stillInFlight(inherited, serviceTime()), ...collectSent()];

  /** Renews the lock after pending renewals: concurrent renewals could overwrite each other's entries. */
  function renewInOrder(): Promise<void> {
    const next = lastRenewal.then(renewNow, renewNow);
    lastRenewal = next;
    return next;
  }

  async function renewNow(): Promise<void> {
    if (lossController.signal.aborted || released) return;
    const found = await store.read(variable);
    const sinceRead = measureTime(clock);
    clockOffset = found.now.getTime() - clock.monotonic();
    if (found.value === undefined) return loseLock("was deleted");
    const lock = parseLock(found.value);
    if (lock?.holder !== identity.holder) return loseLock(`was taken over by ${holderName(lock)}`);
    const value = serializeLock({ ...identity, sent: inFlight() }, found.now.getTime());
    if (!(await store.update(variable, value))) return loseLock("was deleted");
    sinceRenewal = sinceRead;
    stopExpiryTimer();
    if (!lossController.signal.aborted && !released) stopExpiryTimer = startExpiryTimer();
  }

  return {
    lost: lossController.signal,
    inherited,
    sent: collectSent,
    async announce(next) {
      // The lock holds at most MAX_SENT entries: waits until the oldest expire (IN_FLIGHT_WINDOW).
      while (inFlight().length + next.length > MAX_SENT && !lossController.signal.aborted) {
        if (context.stopping.aborted) throw new Problem("the run was cancelled");
        await pause(context, ROOM_POLL_INTERVAL);
      }
      for (const entry of next) entries.set(keyOf(entry), { ...entry, at: serviceTime(), isPending: true });
      await renewInOrder();
      lossController.signal.throwIfAborted();
    },
    isLost() {
      // Timers do not fire while a machine is asleep.
      if (sinceRenewal() >= HOLD_TIMEOUT) loseLock("could not be renewed in time");
      return lossController.signal.aborted;
    },
    markEnded(entry, wasSent) {
      if (wasSent) entries.set(keyOf(entry), { ...entry, at: serviceTime(), isPending: false });
      else entries.delete(keyOf(entry));
    },
    leaveToNextHolder: stop,
    async release(store) {
      await lastRenewal.catch(() => undefined);
      stop();
      if (lossController.signal.aborted) return;
      const found = await store.read(variable);
      if (parseLock(found.value ?? "")?.holder === identity.holder) await store.remove(variable);
    },
  };
}
