import type { FailedEvent } from "@forgehand/core/recovery";
import type { Repository } from "../../targets/repository.ts";
import type { Change } from "../../task.ts";

/** One event to send to one webhook again. */
export interface Redelivery extends Change {
  readonly repository: Repository;
  readonly hook: number;
  /** The newest record of the event. */
  readonly delivery: FailedEvent;
}

/** Was the first attempted after the second? Ids grow, and hold more digits than numbers do. */
export function later(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return BigInt(a.id) > BigInt(b.id);
}
