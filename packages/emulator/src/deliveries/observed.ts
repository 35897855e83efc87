import type { Dialect } from "@forgehand/core/dialects";

/** An event, as it is sent to a webhook. */
export interface ObservedEvent {
  readonly dialect: Dialect;
  readonly event: string;
  readonly action: string | null;
  /** In the vendor's names. */
  readonly payload: unknown;
}

/** Whoever looks at every event that any service in this process sends: tests, which hold them against the contract. */
export const eventObservers = new Set<(sent: ObservedEvent) => void>();
