import { randomUUID } from "node:crypto";
import { Problem } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import { pause } from "../../../run/pause.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";
import { hasHolderFinished } from "./holder-finished.ts";
import type { LockContext } from "./lock.ts";
import type { AcquiredLock } from "./lock-lease.ts";
import { holderName, isAbandoned, type LockValue, parseLock, renewedAt, serializeLock } from "./lock-value.ts";
import { type SentRedelivery, stillInFlight } from "./sent-redeliveries.ts";
import { variableLease } from "./variable-lease.ts";

// Concurrent runs must not redeliver an event twice, and GitHub's variables have no compare-and-set. Creating a
// variable is atomic, so the run that creates the lock variable holds the lock. The holder renews it, and writes into
// it what it is about to send, so that a holder that dies leaves this information behind. Only the takeover of an
// abandoned lock is a race: every run that saw it abandoned writes within TAKEOVER_WINDOW or gives up, and a run that
// has written re-reads the lock after SETTLE_DELAY, when no other run can write any more.

/** All in milliseconds. */
const TAKEOVER_WINDOW = 3000;
const SETTLE_DELAY = 5000;
/** Maximum wait for another holder. */
const ACQUIRE_TIMEOUT = 300_000;
/** Delay between two reads. */
const POLL_INTERVAL = 2000;
const CREATE_RETRY_DELAY = 200;
/** Delay between two checks whether the holder's run has ended. */
const HOLDER_CHECK_INTERVAL = 20_000;

/**
 * Acquires the lock that a variable stores, waiting for its current holder.
 * @throws Problem if another run holds it for too long, or the run is cancelled; ForgeError
 */
export async function acquireVariableLock(
  context: LockContext,
  store: VariableStore,
  variable: string,
): Promise<AcquiredLock> {
  const { clock, log, environment } = context;
  const identity = {
    holder: randomUUID(),
    repository: environment["GITHUB_REPOSITORY"] ?? null,
    run: environment["GITHUB_RUN_ID"] ?? null,
    attempt: environment["GITHUB_RUN_ATTEMPT"] ?? null,
  };
  const lease = variableLease(clock, store, variable, identity);
  const deadline = clock.monotonic() + ACQUIRE_TIMEOUT;
  let isWaitLogged = false;
  /** A holder that has ended without releasing the lock, and the time of the next such check. */
  let finishedHolder: string | undefined;
  let nextHolderCheck = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (context.stopping.aborted) throw new Problem("the run was cancelled");
    const [readAt, sinceRead] = [clock.monotonic(), measureTime(clock)];
    const found = await store.read(variable);
    const current = parseLock(found.value ?? "");
    if (readAt >= deadline) {
      throw new Problem(
        `${describeHolder(current, store, variable)}, and still does after ${ACQUIRE_TIMEOUT / 60_000} minutes: nothing was sent. Run it again later; if no run is under way, delete that variable.`,
      );
    }
    if (found.value === undefined) {
      if (await store.create(variable, serializeLock({ ...identity, sent: [] }, found.now.getTime()))) {
        return { lease, sinceAcquired: sinceRead, clockOffset: found.now.getTime() - readAt, inherited: [] };
      }
      await pause(context, CREATE_RETRY_DELAY);
      continue;
    }
    if (current && readAt >= nextHolderCheck && current.holder !== finishedHolder) {
      nextHolderCheck = readAt + HOLDER_CHECK_INTERVAL;
      if (await hasHolderFinished(context, current)) {
        finishedHolder = current.holder;
        continue;
      }
    }
    if (isAbandoned(found, current) || (current && current.holder === finishedHolder)) {
      const now = found.now.getTime();
      const inherited = stillInFlight(sentUnder(current, renewedAt(found, current)), now);
      const sinceAcquired = measureTime(clock);
      const written = await store.update(variable, serializeLock({ ...identity, sent: inherited }, now));
      if (!written || sinceRead() > TAKEOVER_WINDOW) continue;
      await pause(context, SETTLE_DELAY);
      const after = await store.read(variable);
      if (parseLock(after.value ?? "")?.holder !== identity.holder) continue;
      log.info(`Took over ${variable} of ${store.name}, abandoned by ${holderName(current)}.`);
      return { lease, sinceAcquired, clockOffset: now - readAt, inherited };
    }
    const holder = describeHolder(current, store, variable);
    if (!isWaitLogged) log.info(`${holder}: waiting up to ${ACQUIRE_TIMEOUT / 60_000} minutes for it to end.`);
    isWaitLogged = true;
    await pause(context, POLL_INTERVAL);
  }
}

/** Dates the entries of an abandoned lock at its last renewal, since they may have been sent until then. */
function sentUnder(lock: LockValue | undefined, renewed: number): readonly SentRedelivery[] {
  return (lock?.sent ?? []).map((entry) => ({ ...entry, at: Math.max(entry.at, renewed) }));
}

function describeHolder(lock: LockValue | undefined, store: VariableStore, variable: string): string {
  return `${holderName(lock)} holds the lock ${variable} of ${store.name}`;
}
