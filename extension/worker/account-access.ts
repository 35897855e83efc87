import { accountId } from "../lists/account-id.ts";
import type { AccountRef } from "../model/account-ref.ts";
import type { RefusedError } from "./refused-error.ts";
import { interruptionSignal } from "./task-gate.ts";

// Whatever uses a token has read it before. A signal reports that the account was removed or locked since: it cancels
// calls with the token, and nothing that they have returned is cached.

/** The use of an account's token, from reading it until the account is removed or locked. */
interface OpenAccess {
  readonly ref: AccountRef;
  readonly controller: AbortController;
  readonly signal: AbortSignal;
}

const openAccesses = new Map<string, OpenAccess>();

/** Returns the signal that ends the use of an account. Must be called before the account is read. */
export function accessTo({ origin, login }: AccountRef): AbortSignal {
  const ref = { origin, login };
  const id = accountId(ref);
  const current = openAccesses.get(id);
  if (current && !current.signal.aborted) return current.signal;
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, interruptionSignal()]);
  openAccesses.set(id, { ref, controller, signal });
  return signal;
}

/** Returns the accounts whose tokens can be in use. */
export const accountsInUse = (): readonly AccountRef[] => Array.from(openAccesses.values(), ({ ref }) => ref);

/**
 * Ends the use of accounts. Must be called after they were removed or locked, and before their cached data is deleted.
 * @param reasonFor returns the error that cancelled calls throw
 */
export function endAccess(
  reasonFor: (ref: AccountRef) => RefusedError,
  shouldEnd: (ref: AccountRef) => boolean = () => true,
): void {
  for (const [id, { ref, controller }] of openAccesses) {
    if (!shouldEnd(ref)) continue;
    openAccesses.delete(id);
    controller.abort(reasonFor(ref));
  }
}
