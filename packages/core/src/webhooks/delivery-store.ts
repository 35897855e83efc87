/**
 * Records which deliveries were handled, for as long as they can be redelivered. Share one store between all
 * processes of a receiver, but not between receivers: several webhooks receive an event under the same GUID.
 */
export interface DeliveryStore {
  /**
   * Claims a delivery atomically. The current owner can claim it again to renew the lease.
   * @param owner identifies this attempt
   * @param lease milliseconds after which another owner can claim it
   * @returns `claimed`; `handled` if it was handled before; `busy` while another owner holds the claim
   */
  readonly claim: (guid: string, owner: string, lease: number) => ClaimOutcome | Promise<ClaimOutcome>;
  /**
   * Marks a delivery as handled, so that it can't be claimed again. If this fails, it may be handled again after the
   * lease.
   */
  readonly complete: (guid: string) => void | Promise<void>;
  /** Releases a claim after a failure. Does nothing if another owner holds the claim by now. */
  readonly release: (guid: string, owner: string) => void | Promise<void>;
}

/** Result of a claim. */
export type ClaimOutcome = "claimed" | "handled" | "busy";
