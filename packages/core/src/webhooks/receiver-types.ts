import type { EventName } from "../contract/events/index.ts";
import type { DeliveryError } from "../errors.ts";
import type { DeliveryReaderOptions, IncomingDelivery } from "./delivery.ts";
import type { Delivery, DeliveryOf } from "./delivery-types.ts";
import type { DeliveryStore } from "./store.ts";

/** What handles deliveries, by event; `*`: those of events that have no handler of their own. */
export type EventHandlers = { readonly [E in EventName]?: (delivery: DeliveryOf<E>) => unknown } & {
  readonly "*"?: (delivery: Delivery) => unknown;
};

/** Whose deliveries are received, and what becomes of them. */
export interface ReceiverOptions extends DeliveryReaderOptions {
  /** What handles deliveries. One that throws, or whose promise is rejected, has not handled its delivery. */
  readonly on: EventHandlers;
  /** Knows which deliveries were handled; default `memoryStore()`, which knows as long as the process lives. */
  readonly store?: DeliveryStore | undefined;
  /**
   * When to answer. `handled`, the default: once the handler is done, 200, or 500 where it failed, so that the service's
   * records tell, and a redelivery finds it. It has 10 seconds (30 on the self-hosted edition) before the service gives up on
   * the answer. `received`: at once, 202, for handlers that take longer; that one failed then only `onError` hears.
   */
  readonly answer?: "handled" | "received" | undefined;
  /** EventHandlers that run at once; default 10. */
  readonly concurrency?: number | undefined;
  /** Deliveries that wait for that; further ones are answered 503. Default 1,000. */
  readonly backlog?: number | undefined;
  /**
   * Milliseconds that a handler may take; default 15 minutes. After them its delivery may be taken on again: it counts as
   * failed, or its process as dead.
   */
  readonly lease?: number | undefined;
  /**
   * Hears of what went wrong: a request that was refused (`DeliveryError`), a handler that failed, a store. Default: tells
   * `console.error` of the last two, and of the first signature that doesn't fit.
   */
  readonly onError?: ((error: unknown, failed: ReceiverFailure) => void) | undefined;
}

/** What an error came from. */
export type ReceiverFailure =
  | { readonly at: "request"; readonly error: DeliveryError }
  | { readonly at: "handler" | "store"; readonly delivery: Delivery };

/** What a worker's runtime gives beside a request. */
export interface WorkContext {
  /** Keeps the runtime from ending work that goes on after the answer, or after the sender hung up. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Receives deliveries: `(request) => response`, for whatever speaks the platform's `Request` and `Response`. */
export interface Receiver {
  /**
   * Never rejects.
   * @param given what a server or runtime gives beside the request: a worker's context among it is told of the work, which
   * goes on after the answer, or after the sender hung up
   */
  (request: IncomingDelivery, ...given: readonly unknown[]): Promise<Response>;
  /**
   * Takes nothing more on (503), and resolves once all that was taken on is done.
   * @param options.within milliseconds after which it resolves all the same; what is not done then has not been handled,
   * unless its handler gets there. Default as long as it takes.
   * @throws InputError on a `within` that is no length of time
   */
  readonly stop: (options?: { readonly within?: number | undefined }) => Promise<void>;
}
