import { Problem } from "../../problem.ts";
import { readAccess } from "../../stores/access/read-access.ts";
import {
  accessAfter,
  describeAccess,
  describeWidening,
  type ItemAccess,
  isSameAccess,
} from "../../stores/access/store-access.ts";
import type { AccessChange, Rotation } from "./plan.ts";
import type { RotationStore } from "./rotation-store.ts";
import type { SecretReading } from "./secret-store/read-secrets.ts";

/** Milliseconds for which the access that was read is assumed to be unchanged. */
const FRESH_FOR = 10_000;

/** Returns true if state of this age is recent enough to use. */
export function isFresh(age: number): boolean {
  return age < FRESH_FOR;
}

/**
 * Returns the access to write with an organization's secret. If it was read too long ago it is re-read, because a PUT
 * replaces the access and would undo concurrent changes.
 * @throws Problem if the secret was created or deleted meanwhile, or the planned access would now widen it
 */
export async function currentAccess(
  { access, scope, secret }: Rotation | AccessChange,
  { stored, desiredAccess, age, access: planned }: SecretReading,
  store: RotationStore,
): Promise<ItemAccess | undefined> {
  if (!access || !desiredAccess || !store.get || isFresh(age())) return access;
  const latest = await store.get(secret);
  if (!stored && !latest) return access;
  if (!stored) {
    throw new Problem("it was created since this run started. It was not changed: run again to rotate it.");
  }
  if (!latest)
    throw new Problem("it was deleted since this run started. It was not created again: run again to create it.");
  const current = await readAccess(store, scope, latest, "secret");
  if (!current || (planned && isSameAccess(current, planned))) return access;
  const widening = describeWidening(current, desiredAccess);
  if (widening === undefined || desiredAccess.mayWiden) return accessAfter(current, desiredAccess);
  throw new Problem(
    `it is now ${describeAccess(current)}, and would be visible ${widening}. Set allow-widen: true if that is intended. It was not changed.`,
  );
}
