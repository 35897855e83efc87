import { errorCause } from "../error-cause.ts";
import { DeliveryError, invalidField, isDeliveryError } from "../errors.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Delivery } from "./delivery-types.ts";
import { MAX_BODY_SIZE } from "./raw-body.ts";
import { deliveryName, type IncomingDelivery } from "./read-delivery.ts";
import { type Handler, readOptions } from "./receiver-options.ts";
import type { Receiver, ReceiverFailure, ReceiverOptions, WorkContext } from "./receiver-types.ts";
import { type Claim, createStoreCalls } from "./store-calls.ts";
import { TIMED_OUT, withTimeout } from "./with-timeout.ts";

/** Maximum size of all accepted bodies together, in bytes: parsed payloads stay in memory until they are handled. */
const MAX_ACCEPTED_SIZE = 10 * MAX_BODY_SIZE;

/**
 * Creates a receiver, which verifies, reads and handles deliveries, each GUID once.
 * @throws InputError if an option is invalid
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { read, handlers, store, storeTimeout, answer, concurrency, backlog, lease, onError } = readOptions(options);
  const runLimited = createConcurrencyLimit(concurrency);
  /** Accepted deliveries, and releases that continue after their responses. */
  const inProgress = new Set<Promise<unknown>>();
  let acceptedCount = 0;
  let acceptedSize = 0;
  let stopping = false;

  /** Errors thrown by `onError` itself are ignored. */
  function reportError(error: unknown, failed: ReceiverFailure): void {
    new Promise((resolve) => resolve(onError(error, failed))).catch(() => {});
  }

  const { claim, complete, release } = createStoreCalls({
    store,
    lease,
    storeTimeout,
    reportError: (error, delivery) => reportError(error, { at: "store", delivery }),
  });

  async function receive(request: IncomingDelivery, ...args: readonly unknown[]): Promise<Response> {
    if (stopping) return unavailable("This receiver is stopping.");
    const received = await read(request).catch((error: unknown) => rejection(error));
    if (received instanceof Response) return received;
    const { delivery, size } = received;
    const handle = handlers.get(delivery.event) ?? handlers.get("*");
    if (!handle) return respond(200, `No handler for ${deliveryName(delivery)}.`);
    if (stopping) return unavailable("This receiver is stopping.");
    // Capacity is reserved before the store is called, so that concurrent requests can't exceed it.
    const isFull = acceptedCount >= concurrency + backlog || acceptedSize + size > MAX_ACCEPTED_SIZE;
    if (isFull) return unavailable("Too many deliveries are waiting.");
    acceptedCount += 1;
    acceptedSize += size;
    /** Needed for both values of `answer`: some runtimes stop the work when the client disconnects early. */
    const keepAlive = (work: Promise<unknown>) => {
      extendLifetime(work, args);
      inProgress.add(work);
      work.finally(() => inProgress.delete(work)).catch(() => {});
    };
    let markAccepted = () => {};
    const accepted = new Promise<void>((resolve) => {
      markAccepted = resolve;
    });
    const response = handleDelivery(delivery, handle, { markAccepted, keepAlive }).finally(() => {
      acceptedCount -= 1;
      acceptedSize -= size;
    });
    keepAlive(response);
    if (answer === "handled") return response;
    return (await Promise.race([accepted, response])) ?? respond(202, "Received.");
  }

  function rejection(thrown: unknown): Response {
    const error = isDeliveryError(thrown)
      ? thrown
      : new DeliveryError("The delivery could not be read.", {
          status: 500,
          problem: "body",
          cause: errorCause(thrown),
        });
    reportError(error, { at: "request", error });
    const { status, problem, detail } = error;
    // The sender must not learn what is wrong with the signature.
    const text = problem === "signature" ? "The signature is missing or invalid." : detail;
    return respond(status, text, status === 405 ? { allow: "POST" } : status === 503 ? RETRY_AFTER : {});
  }

  /**
   * Handles a delivery once it is claimed.
   * @returns the response for the result
   */
  async function handleDelivery(delivery: Delivery, handle: Handler, progress: Progress): Promise<Response> {
    const owner = crypto.randomUUID();
    const claimed = await claim(delivery, owner);
    if (claimed.outcome !== "claimed") return rejectClaim(claimed, progress);
    progress.markAccepted();
    return runLimited(async (hasWaited) => {
      // While it waited, its lease may have ended, and another process may have claimed or handled it.
      const current = hasWaited ? await claim(delivery, owner) : claimed;
      // After a 202 the service records the delivery as successful. If the store fails then, the delivery is handled
      // anyway, although another process could handle it as well: it must not be lost.
      const mustHandle = answer === "received" && current.outcome === "failed";
      if (current.outcome !== "claimed" && !mustHandle) return rejectClaim(current, progress);
      const remaining = current.outcome === "claimed" ? current.until - performance.now() : lease;
      const done = Promise.resolve(delivery).then(handle);
      try {
        // Soon after the lease, others can claim the delivery; a handler that never ends must not occupy its slot.
        if ((await withTimeout(done, remaining)) === TIMED_OUT)
          throw new Error(`The handler took longer than the lease, ${lease} ms.`);
      } catch (error) {
        reportError(error, { at: "handler", delivery });
        await release(delivery, owner);
        // If the handler succeeds later, its delivery is handled after all.
        done.then(() => complete(delivery)).catch(() => {});
        return respond(500, "The delivery could not be handled.");
      }
      await complete(delivery);
      return respond(200, "Handled.");
    });
  }

  const stop: Receiver["stop"] = async ({ within = Infinity } = {}) => {
    if (typeof within !== "number" || !(within >= 0)) throw invalidField("within", "must be a number of milliseconds");
    stopping = true;
    await withTimeout(finishWork(), within);
  };

  /** Work in progress can start further work. */
  async function finishWork(): Promise<void> {
    while (inProgress.size > 0) await Promise.allSettled(inProgress);
  }

  return Object.assign(receive, { stop });
}

/** Reports the progress of a delivery. */
interface Progress {
  readonly markAccepted: () => void;
  /** Makes `stop` and the runtime wait for work. */
  readonly keepAlive: (work: Promise<unknown>) => void;
}

/** Returns the response for a delivery that could not be claimed. */
function rejectClaim(claim: Exclude<Claim, { readonly outcome: "claimed" }>, { keepAlive }: Progress): Response {
  if (claim.outcome === "handled") return respond(200, "The delivery was already handled.");
  // Not a success: if the other attempt fails, the service must not record this one as delivered.
  if (claim.outcome === "busy") return respond(409, "The delivery is being handled.");
  // The response doesn't wait for a store that may be unavailable.
  keepAlive(claim.release());
  return unavailable("The delivery store is unavailable.");
}

/** Passes the work to the runtime's `waitUntil`, if an argument has one. The work continues even if that fails. */
function extendLifetime(work: Promise<unknown>, args: readonly unknown[]): void {
  try {
    args.find(isContext)?.waitUntil(work);
  } catch {}
}

function isContext(value: unknown): value is WorkContext {
  return typeof value === "object" && value !== null && "waitUntil" in value && typeof value.waitUntil === "function";
}

/** In seconds. */
const RETRY_AFTER = { "retry-after": "60" };

function unavailable(text: string): Response {
  return respond(503, text, RETRY_AFTER);
}

function respond(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
