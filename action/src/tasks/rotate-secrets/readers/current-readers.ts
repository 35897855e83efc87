import { Problem } from "../../../problem.ts";
import type { Run } from "../../../run/run.ts";
import type { Rotation } from "../plan.ts";
import { type Found, readersOf } from "../vault/read-vault.ts";
import type { Store } from "../vault/store.ts";
import { areSame, describe, type Readers, readersAfter, widening } from "./readers.ts";

/** Milliseconds for which nobody is thought to have changed who may read a secret. */
const FRESH = 10_000;

/** Is what was read at a time still thought to hold? */
export function isFresh({ clock }: Pick<Run, "clock">, readAt: number): boolean {
  return clock.now() - readAt < FRESH;
}

/**
 * Who is to read an organization's secret once it is written. Where it was planned long ago that is read anew: a PUT replaces
 * it, and would undo what somebody has changed meanwhile.
 * @throws Problem where the secret is gone, or what was planned would widen who reads it by now
 */
export async function currentReaders(
  run: Run,
  { readers, vault, secret }: Rotation,
  { entry, stored, wanted, readAt, readers: planned }: Found,
  store: Store,
): Promise<Readers | undefined> {
  if (!readers || !wanted || !store.get || isFresh(run, readAt)) return readers;
  const now = await store.get(secret);
  if (!stored && !now) return readers;
  if (!stored) {
    throw new Problem("somebody has created it since this run began. It was left alone: run again to rotate it.");
  }
  if (!now)
    throw new Problem("it was deleted since this run began. It was not created again: run again if it should be.");
  const current = await readersOf(store, vault, now);
  if (!current || (planned && areSame(current, planned))) return readers;
  const wider = widening(current, wanted);
  if (wider === undefined || entry.mayWiden) return readersAfter(current, wanted);
  throw new Problem(
    `it is ${describe(current)} by now, and would be visible ${wider}. Say allow-widen: true if that is meant; it was left alone.`,
  );
}
