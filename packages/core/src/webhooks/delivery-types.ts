import type { ActionOf, EventName, OpenPayload, PayloadOf } from "../contract/events/index.ts";

/** A delivery that arrived, verified and read. */
export interface Delivery {
  /**
   * The same for every attempt at one event, and for every webhook that is told of it. No signature covers it, nor the other
   * headers: only the payload is vouched for.
   */
  readonly guid: string;
  /** The event by its neutral name; one that the contract doesn't know, as it came. */
  readonly event: EventName | (string & {});
  /** What happened, where the payload says so. */
  readonly action: string | null;
  /** The webhook's id; null where none was sent. */
  readonly hookId: number | null;
  /** Where the webhook was set up; null where that was not sent. */
  readonly target: HookTarget | null;
  readonly userAgent: string;
  /** What the event carries, as it came; what the contract knows of it was checked. */
  readonly payload: OpenPayload;
  /** Is it of this event, and this action? Then its payload has that type. */
  is<E extends EventName>(event: E): this is DeliveryOf<E>;
  is<E extends EventName, A extends ActionOf<E>>(event: E, action: A): this is DeliveryOf<E, A>;
}

/** A delivery of an event, with one of these actions. */
export interface DeliveryOf<E extends EventName, A = unknown> extends Delivery {
  readonly event: E;
  readonly action: A extends string ? A : string | null;
  readonly payload: PayloadOf<E, A>;
}

/** Where a webhook was set up. */
export interface HookTarget {
  /** `repository`, `organization`, `integration` for an app's, or a kind that is new. */
  readonly type: string;
  readonly id: number;
}
