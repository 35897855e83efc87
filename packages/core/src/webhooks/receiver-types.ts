import type { EventName } from "../contract/events/index.ts";
import type { DeliveryError } from "../errors.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Delivery, DeliveryOf } from "./delivery-types.ts";
import type { DeliveryReaderOptions, IncomingDelivery } from "./read-delivery.ts";

/** Handlers by event; `*` handles events without their own handler. */
export type EventHandlers = { readonly [E in EventName]?: (delivery: DeliveryOf<E>) => unknown } & {
  readonly "*"?: (delivery: Delivery) => unknown;
};

/** Options of a receiver. */
export interface ReceiverOptions extends DeliveryReaderOptions {
  /** Handlers by event. A delivery is not handled if its handler throws or its promise rejects. */
  readonly on: EventHandlers;
  /** Records which deliveries were handled; default `memoryStore()`, which lasts as long as the process. */
  readonly store?: DeliveryStore | undefined;
  /**
   * Maximum duration of one call of the store in milliseconds; default 5,000. A call that takes longer counts as
   * failed.
   */
  readonly storeTimeout?: number | undefined;
  /**
   * Time of the response. `handled` (default): when the handler has finished, with 200, or 500 if it failed, so that
   * the failure is recorded by the service and can be redelivered. The service waits 10 seconds (GitHub Enterprise
   * Server: 30). `received`: immediately with 202, for slower handlers; failures are then only reported to `onError`.
   */
  readonly answer?: "handled" | "received" | undefined;
  /** Maximum number of handlers that run concurrently; default 10. */
  readonly concurrency?: number | undefined;
  /**
   * Maximum number of deliveries that wait for a handler; further ones get 503. Default 1,000. Their bodies can have
   * 250 MB in total.
   */
  readonly backlog?: number | undefined;
  /**
   * Milliseconds that a handler can take, including the call of the store before it; default 15 minutes. A handler that
   * takes longer counts as failed. In the store, deliveries are claimed for `storeTimeout` longer, so that handled ones
   * are recorded before they can be claimed again.
   */
  readonly lease?: number | undefined;
  /**
   * Called with errors: rejected requests (`DeliveryError`), failed handlers, store errors. Default: logs the latter
   * two, and the first invalid signature, with `console.error`.
   */
  readonly onError?: ((error: unknown, failed: ReceiverFailure) => void) | undefined;
}

/** Source of an error. */
export type ReceiverFailure =
  | { readonly at: "request"; readonly error: DeliveryError }
  | { readonly at: "handler" | "store"; readonly delivery: Delivery };

/** Context that a worker runtime passes with a request. */
export interface WorkContext {
  /** Keeps the runtime alive for work that continues after the response, or after the client disconnected. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Receives deliveries: `(request) => response`, for any server that uses the platform's `Request` and `Response`. */
export interface Receiver {
  /**
   * Never rejects.
   * @param args other arguments of a server or runtime. If one is a worker's context, its `waitUntil` is called with
   * the work, which continues after the response, or after the client disconnected
   */
  (request: IncomingDelivery, ...args: readonly unknown[]): Promise<Response>;
  /**
   * Rejects new deliveries (503), and resolves when all accepted ones are done.
   * @param options.within milliseconds after which it resolves anyway; deliveries still in progress are then not
   * handled, unless their handlers complete. Default: no limit.
   * @throws InputError if `within` is not a duration
   */
  readonly stop: (options?: { readonly within?: number | undefined }) => Promise<void>;
}
