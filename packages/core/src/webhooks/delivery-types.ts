import type { ActionOf, EventName, OpenPayload, PayloadOf } from "../contract/events/index.ts";

/**
 * A delivery that was verified and read. Only the payload, with its `action`, is signed: the other values are from
 * unsigned headers, so they can be forged.
 */
export interface Delivery {
  /** Id of the event, the same for every attempt and for every webhook that receives it. */
  readonly guid: string;
  /** The event by its neutral name; an event that the contract does not know has its original name. */
  readonly event: EventName | (string & {});
  /** The payload's action, if it has one. */
  readonly action: string | null;
  /** The webhook's id; null if not sent. */
  readonly hookId: number | null;
  /** The resource that the webhook belongs to; null if not sent. */
  readonly target: HookTarget | null;
  readonly userAgent: string;
  /** The event's payload, as received. Fields that the contract knows were validated. */
  readonly payload: OpenPayload;
  /** Returns true if the delivery is of this event and action, and narrows the payload's type. */
  is<E extends EventName>(event: E): this is DeliveryOf<E>;
  is<E extends EventName, A extends ActionOf<E>>(event: E, action: A): this is DeliveryOf<E, A>;
}

/** A delivery of an event with one of these actions. */
export interface DeliveryOf<E extends EventName, A = unknown> extends Delivery {
  readonly event: E;
  readonly action: A extends string ? A : string | null;
  readonly payload: PayloadOf<E, A>;
}

/** The resource that a webhook belongs to. */
export interface HookTarget {
  /** `repository`, `organization`, `integration` (an app), or a type added later. */
  readonly type: string;
  readonly id: number;
}
