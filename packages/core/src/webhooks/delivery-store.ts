/**
 * Records which deliveries were handled, for as long as they can be redelivered. Share one store between all
 * processes of a receiver, but not between receivers: several webhooks receive an event under the same GUID. Leases end
 * by the store's own clock, which is the same for all processes. A call that takes longer than the receiver's
 * `storeTimeout` counts as failed, even if it takes effect later; its `signal` is then aborted, for stores that can still
 * prevent that.
 */
export interface DeliveryStore {
  /**
   * Claims a delivery atomically. The current owner can claim it again to renew the lease. A claim that fails may have
   * taken effect, so it is released.
   * @param owner identifies this attempt
   * @param lease milliseconds after which another owner can claim it
   * @returns `claimed`; `handled` if it was handled before; `busy` while another owner holds the claim
   */
  readonly claim: (
    guid: string,
    owner: string,
    lease: number,
    signal?: AbortSignal,
  ) => ClaimOutcome | Promise<ClaimOutcome>;
  /**
   * Marks a delivery as handled, so that it can't be claimed again. If this fails, it may be handled again after the
   * lease.
   */
  readonly complete: (guid: string, signal?: AbortSignal) => void | Promise<void>;
  /** Releases a claim after a failure. Does nothing if another owner holds the claim by now, or none. */
  readonly release: (guid: string, owner: string, signal?: AbortSignal) => void | Promise<void>;
}

/** Result of a claim. */
export type ClaimOutcome = "claimed" | "handled" | "busy";
