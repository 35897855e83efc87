import { describeError, Problem } from "../../../problem.ts";
import { pause } from "../../../run/pause.ts";
import type { RunContext } from "../../../run/run-context.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";
import type { AcquiredLock } from "./lock-lease.ts";
import { IN_FLIGHT_WINDOW, MAX_SENT, type SentRedelivery, stillInFlight } from "./sent-redeliveries.ts";

/** Delay before checking again whether the lock has room for more entries, in milliseconds. */
const ROOM_POLL_INTERVAL = 2000;

/** A lock that this run holds. */
export interface RedeliveryLock {
  /** Name for messages. */
  readonly name: string;
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
  /**
   * Ends the lock.
   * @param store the store of the checkpoint, whose calls belong to protected work
   */
  readonly release: (store: VariableStore) => Promise<void>;
  /** Stops renewing and leaves the lock, with what was sent under it, to the next holder. */
  readonly leaveToNextHolder: () => void;
}

export type LockContext = Pick<
  RunContext,
  "clock" | "log" | "stopping" | "environment" | "apiUrl" | "connection" | "redis"
>;

/** Holds and renews a lock. */
export function holdLock(
  context: LockContext,
  { lease, sinceAcquired, clockOffset: initialOffset, inherited }: AcquiredLock,
): RedeliveryLock {
  const { clock, log } = context;
  const lossController = new AbortController();
  const entries = new Map<string, SentRedelivery & { readonly isPending: boolean }>();
  let clockOffset = initialOffset;
  let sinceRenewal = sinceAcquired;
  let lastRenewal: Promise<void> = Promise.resolve();
  let released = false;
  let stopExpiryTimer = startExpiryTimer();
  let stopRenewing = clock.after(lease.renewalInterval, renew);

  const serviceTime = () => clock.monotonic() + clockOffset;
  const keyOf = ({ hook, id }: Pick<SentRedelivery, "hook" | "id">) => `${hook}/${id}`;

  function startExpiryTimer(): () => void {
    return clock.after(lease.holdTimeout - sinceRenewal(), () => loseLock("could not be renewed in time"));
  }

  function loseLock(reason: string): void {
    stopExpiryTimer();
    stopRenewing();
    if (lossController.signal.aborted || released) return;
    log.warning(`The lock ${lease.name} ${reason}: no more redeliveries are sent under it.`);
    lossController.abort(new Problem(`the lock ${lease.name} ${reason}`));
  }

  function stop(): void {
    released = true;
    stopExpiryTimer();
    stopRenewing();
  }

  function renew(): void {
    renewInOrder().catch((error: unknown) =>
      log.debug?.(`${lease.name} could not be renewed: ${describeError(error)}`),
    );
    stopRenewing = clock.after(lease.renewalInterval, renew);
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
    const renewal = await lease.renew((offset = clockOffset) => {
      clockOffset = offset;
      return inFlight();
    });
    if ("lostBecause" in renewal) return loseLock(renewal.lostBecause);
    sinceRenewal = renewal.sinceHeld;
    stopExpiryTimer();
    if (!lossController.signal.aborted && !released) stopExpiryTimer = startExpiryTimer();
  }

  return {
    name: lease.name,
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
      if (sinceRenewal() >= lease.holdTimeout) loseLock("could not be renewed in time");
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
      await lease.release(inFlight(), store);
    },
  };
}
