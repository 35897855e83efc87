import type { Dialect } from "@forgehand/core/dialects";

/** An event that is sent to a webhook. */
export interface ObservedEvent {
  readonly dialect: Dialect;
  readonly event: string;
  readonly action: string | null;
  /** In the vendor's vocabulary. */
  readonly payload: unknown;
}

/** Observers of every event that an emulator in this process sends: tests that validate events against the contract. */
export const eventObservers = new Set<(sent: ObservedEvent) => void>();
