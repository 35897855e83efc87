import type { VariableStore } from "../checkpoint/variable-store.ts";
import type { SentRedelivery } from "./sent-redeliveries.ts";

/** A lock that this run has acquired, where it is stored. */
export interface LockLease {
  /** Name of the lock, for messages. */
  readonly name: string;
  /** Delay between two renewals, in milliseconds. */
  readonly renewalInterval: number;
  /** Milliseconds without renewal after which the lock counts as lost, since another run may acquire it soon. */
  readonly holdTimeout: number;
  /**
   * Renews the lock, and stores what was sent under it.
   * @param listSent takes the current difference of the service's time and the clock's monotonic one, if it is known
   * @throws Problem or ForgeError if it could not be renewed, but may still be held
   */
  readonly renew: (listSent: (clockOffset?: number) => readonly SentRedelivery[]) => Promise<Renewal>;
  /**
   * Releases the lock, if this run still holds it.
   * @param sent what was sent under it, for the next holder
   * @param store the store of the checkpoint, whose calls belong to protected work
   */
  readonly release: (sent: readonly SentRedelivery[], store: VariableStore) => Promise<void>;
}

/** Result of a renewal: a measurement since a time at which the run held the lock, or why it no longer holds it. */
export type Renewal = { readonly sinceHeld: () => number } | { readonly lostBecause: string };

/** A lock in the state in which it was acquired. */
export interface AcquiredLock {
  readonly lease: LockLease;
  /** Returns the milliseconds since it was acquired. */
  readonly sinceAcquired: () => number;
  /** Difference of the service's time and the clock's monotonic one. */
  readonly clockOffset: number;
  /** Redeliveries that previous holders sent under it. */
  readonly inherited: readonly SentRedelivery[];
}
