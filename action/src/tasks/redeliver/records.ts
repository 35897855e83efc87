import type { Item, Output } from "@forgehand/core";
import type { listRepositoryHookDeliveries } from "@forgehand/core/operations";
import type { Repository } from "../../inputs.ts";
import type { Change } from "../../task.ts";

/** As much of a delivery's record as the task goes by. */
export type Delivery = Pick<
  Item<Output<typeof listRepositoryHookDeliveries>>,
  "id" | "guid" | "status" | "delivered_at" | "event" | "action"
>;

/** One event to send to one webhook again. */
export interface Redelivery extends Change {
  readonly repository: Repository;
  readonly hook: number;
  /** The newest record of the event. */
  readonly delivery: Delivery;
}

/** Was the first attempted after the second? Ids grow, and hold more digits than numbers do. */
export function later(a: Pick<Delivery, "id">, b: Pick<Delivery, "id">): boolean {
  return BigInt(a.id) > BigInt(b.id);
}
