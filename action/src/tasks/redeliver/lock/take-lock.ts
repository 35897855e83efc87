import { randomUUID } from "node:crypto";
import { Problem } from "../../../problem.ts";
import { pause } from "../../../run/pause.ts";
import type { Store } from "../kept/store.ts";
import { isHolderOver } from "./holder-over.ts";
import { type Around, hold, type Lock } from "./lock.ts";
import { holderName, isAbandoned, type LockValue, lockText, readLock, renewedAt } from "./lock-value.ts";
import { type Sent, stillInFlight } from "./sent.ts";

// Two runs at once must not send twice, and the service has no compare-and-set. What it has: of several that create a
// variable at once, one does. Whoever holds the lock renews it, and writes into it what he is about to send; who dies holding
// it leaves both behind. Taking over what was abandoned is the one place for a race: all who saw it abandoned write within
// TAKING of having seen it, or give up; who has written looks after SETTLING, when nobody can come any more, whose it is.

/** Milliseconds, as all of these. */
const TAKING = 3000;
const SETTLING = 5000;
/** How long to wait for somebody else's, and how long from look to look. */
const PATIENCE = 300_000;
const LOOK = 2000;
const AGAIN = 200;
/** How long to wait until it is asked again whether the holder's run has ended. */
const ASKING = 20_000;

/**
 * Takes a lock, waiting for whoever holds it.
 * @throws Problem where somebody holds it for too long, or the run is to end; ForgeError
 */
export async function takeLock(around: Around, store: Store, variable: string): Promise<Lock> {
  const { clock, log, environment } = around;
  const identity = {
    holder: randomUUID(),
    repository: environment["GITHUB_REPOSITORY"] ?? null,
    run: environment["GITHUB_RUN_ID"] ?? null,
    attempt: environment["GITHUB_RUN_ATTEMPT"] ?? null,
  };
  const patience = clock.now() + PATIENCE;
  let told = false;
  /** Who has ended without giving it back, and when to ask that of whoever holds it next. */
  let over: string | undefined;
  let asksAgain = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (around.stopping.aborted) throw new Problem("the run was cancelled before");
    const asked = clock.now();
    const found = await store.read(variable);
    const other = readLock(found.value ?? "");
    if (asked >= patience) {
      throw new Problem(
        `${holderOf(other, store, variable)}, and still does after ${PATIENCE / 60_000} minutes: nothing was sent. Run it again later; if no run is under way, delete that variable.`,
      );
    }
    if (found.value === undefined) {
      if (await store.create(variable, lockText({ ...identity, sent: [] }, found.now.getTime()))) {
        return hold(around, store, variable, identity, { since: asked, now: found.now.getTime(), earlier: [] });
      }
      await pause(around, AGAIN);
      continue;
    }
    if (other && asked >= asksAgain && other.holder !== over) {
      asksAgain = asked + ASKING;
      if (await isHolderOver(around, other)) {
        over = other.holder;
        continue;
      }
    }
    if (isAbandoned(found, other) || (other && other.holder === over)) {
      const now = found.now.getTime();
      const earlier = stillInFlight(sentUnder(other, renewedAt(found, other)), now);
      const since = clock.now();
      const written = await store.update(variable, lockText({ ...identity, sent: earlier }, now));
      if (!written || clock.now() - asked > TAKING) continue;
      await pause(around, SETTLING);
      const after = await store.read(variable);
      if (readLock(after.value ?? "")?.holder !== identity.holder) continue;
      log.info(`Took over ${variable} of ${store.name}, which ${holderName(other)} has left behind.`);
      return hold(around, store, variable, identity, { since, now: now + (since - asked), earlier });
    }
    const holder = holderOf(other, store, variable);
    if (!told) log.info(`${holder}: waiting until it has ended, for ${PATIENCE / 60_000} minutes at the most.`);
    told = true;
    await pause(around, LOOK);
  }
}

/** What was sent under a lock counts from when it was last renewed: it may have been sent until then. */
function sentUnder(lock: LockValue | undefined, renewed: number): readonly Sent[] {
  return (lock?.sent ?? []).map((one) => ({ ...one, at: Math.max(one.at, renewed) }));
}

function holderOf(lock: LockValue | undefined, store: Store, variable: string): string {
  return `${holderName(lock)} holds ${variable} of ${store.name}`;
}
