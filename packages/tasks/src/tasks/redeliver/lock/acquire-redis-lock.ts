import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import { Problem, toOneLine } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import { pause } from "../../../run/pause.ts";
import type { VariableStore } from "../checkpoint/variable-store.ts";
import type { LockContext } from "./lock.ts";
import type { AcquiredLock, LockLease } from "./lock-lease.ts";
import type { LockNote, RedisLocks } from "./redis-locks.ts";
import {
  IN_FLIGHT_WINDOW,
  parseSent,
  type SentRedelivery,
  SerializedSent,
  serializeSent,
} from "./sent-redeliveries.ts";

// Redis changes a lock atomically and by its own clock, and renewals don't wait for a rate limit. So the lease is short, and
// the lock of a killed run is free once it has ended. What the run sent, or was about to send, is stored for longer.

/** All in milliseconds. */
const LEASE = 30_000;
const RENEWAL_INTERVAL = 5000;
/** Milliseconds without renewal after which a lock counts as lost. */
const HOLD_TIMEOUT = 20_000;
const POLL_INTERVAL = 1000;
const ACQUIRE_TIMEOUT = 300_000;
const MAX_NAME_LENGTH = 200;

const HolderSchema = z.object({ name: z.string() });

/**
 * Acquires a lock in Redis, waiting for its current holder.
 * @param store the store of the checkpoint
 * @throws Problem if another run holds it for too long, or the run is cancelled; ForgeError
 */
export async function acquireRedisLock(
  context: LockContext,
  locks: RedisLocks,
  store: VariableStore,
  variable: string,
): Promise<AcquiredLock> {
  const { clock, log } = context;
  const lock = redisLockKey(context, store, variable);
  const name = `${variable} of ${store.name} in Redis`;
  const holder = JSON.stringify({ holder: randomUUID(), name: ownName(context) });
  const { now } = await store.read(variable);
  const clockOffset = now.getTime() - clock.monotonic();
  const deadline = clock.monotonic() + ACQUIRE_TIMEOUT;
  let isWaitLogged = false;
  for (;;) {
    if (context.stopping.aborted) throw new Problem("the run was cancelled");
    const sinceAcquired = measureTime(clock);
    const { holder: current, note } = await locks.acquire(lock, holder, LEASE);
    if (current === holder) {
      return {
        lease: redisLease(clock, locks, { lock, name, holder }),
        sinceAcquired,
        clockOffset,
        inherited: sentIn(note),
      };
    }
    const waited = `${holderName(current)} holds the lock ${name} (${locks.address})`;
    if (clock.monotonic() >= deadline) {
      throw new Problem(
        `${waited}, and still does after ${ACQUIRE_TIMEOUT / 60_000} minutes: nothing was sent. Run it again later.`,
      );
    }
    if (!isWaitLogged) log.info(`${waited}: waiting up to ${ACQUIRE_TIMEOUT / 60_000} minutes for it to end.`);
    isWaitLogged = true;
    await pause(context, POLL_INTERVAL);
  }
}

/** Returns the name of a lock, which runs for the same service, webhooks and variable have in common. */
export function redisLockKey(
  { apiUrl }: Pick<LockContext, "apiUrl">,
  { name }: VariableStore,
  variable: string,
): string {
  return `${new URL(apiUrl).host} ${name.toLowerCase()} ${variable}`;
}

function redisLease(
  clock: LockContext["clock"],
  locks: RedisLocks,
  { lock, name, holder }: { readonly lock: string; readonly name: string; readonly holder: string },
): LockLease {
  return {
    name,
    renewalInterval: RENEWAL_INTERVAL,
    holdTimeout: HOLD_TIMEOUT,
    async renew(listSent) {
      const sinceHeld = measureTime(clock);
      const current = await locks.renew(lock, holder, LEASE, noteOf(listSent()));
      if (current === holder) return { sinceHeld };
      return { lostBecause: current === "" ? "is no longer stored" : `was taken over by ${holderName(current)}` };
    },
    release: (sent) => locks.release(lock, holder, noteOf(sent)),
  };
}

function noteOf(sent: readonly SentRedelivery[]): LockNote {
  return { text: sent.length === 0 ? "" : JSON.stringify(serializeSent(sent)), lifetime: IN_FLIGHT_WINDOW };
}

function sentIn(note: string): readonly SentRedelivery[] {
  const { data = [] } = z.safeParse(SerializedSent, parseJson(note));
  return parseSent(data);
}

/** Describes this process to others that wait for its lock. */
function ownName({ environment }: Pick<LockContext, "environment">): string {
  const { GITHUB_RUN_ID: run, GITHUB_REPOSITORY: repository } = environment;
  const processName = `process ${process.pid} on ${hostname()}`;
  if (!run) return processName;
  return `run ${run}${repository ? ` of ${repository}` : ""} (${processName})`;
}

function holderName(holder: string): string {
  const { data } = z.safeParse(HolderSchema, parseJson(holder));
  return data ? toOneLine(data.name).slice(0, MAX_NAME_LENGTH) : "another process";
}
