/**
 * Knows which deliveries were handled, for as long as they may come again: shared by all processes of one receiver, and by no
 * other receiver, as webhooks are told of an event under the same GUID.
 */
export interface DeliveryStore {
  /**
   * Takes a delivery on, in one step with looking whether anybody has. Whoever holds it may take it on anew.
   * @param owner tells this attempt from all others
   * @param lease milliseconds after which it may be taken from an owner that never came back
   * @returns `claimed`; `handled`, if it was before; `busy`, while another owner is at it
   */
  readonly claim: (guid: string, owner: string, lease: number) => ClaimOutcome | Promise<ClaimOutcome>;
  /** It was handled: nobody takes it on again. Where this fails, it may be handled again once its lease is over. */
  readonly complete: (guid: string) => void | Promise<void>;
  /** It was not handled: the next may take it on. Does nothing where another owner has it by now. */
  readonly release: (guid: string, owner: string) => void | Promise<void>;
}

/** What became of taking a delivery on. */
export type ClaimOutcome = "claimed" | "handled" | "busy";
