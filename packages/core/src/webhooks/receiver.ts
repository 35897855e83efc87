import { DeliveryError, invalidField, isDeliveryError } from "../errors.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { ClaimOutcome } from "./delivery-store.ts";
import type { Delivery } from "./delivery-types.ts";
import { deliveryName, type IncomingDelivery } from "./read-delivery.ts";
import { type Handler, readOptions } from "./receiver-options.ts";
import type { Receiver, ReceiverFailure, ReceiverOptions, WorkContext } from "./receiver-types.ts";
import { TIMED_OUT, withTimeout } from "./with-timeout.ts";

/**
 * Creates a receiver, which verifies, reads and handles deliveries, each GUID once.
 * @throws InputError if an option is invalid
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { read, handlers, store, answer, concurrency, backlog, lease, onError } = readOptions(options);
  const runLimited = createConcurrencyLimit(concurrency);
  const inProgress = new Set<Promise<unknown>>();
  let stopping = false;

  /** Errors thrown by `onError` itself are ignored. */
  function reportError(error: unknown, failed: ReceiverFailure): void {
    new Promise((resolve) => resolve(onError(error, failed))).catch(() => {});
  }

  /** Calls the store; returns undefined if it failed, which is reported. */
  async function callStore<T>(delivery: Delivery, call: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      reportError(error, { at: "store", delivery });
      return undefined;
    }
  }

  async function receive(request: IncomingDelivery, ...args: readonly unknown[]): Promise<Response> {
    if (stopping) return unavailable("This receiver is stopping.");
    const delivery = await read(request).catch((error: unknown) => rejection(error));
    if (delivery instanceof Response) return delivery;
    const handle = handlers.get(delivery.event) ?? handlers.get("*");
    if (!handle) return respond(200, `No handler for ${deliveryName(delivery)}.`);
    if (stopping) return unavailable("This receiver is stopping.");
    // Capacity is reserved before the store is called, so that concurrent requests can't exceed it.
    if (inProgress.size >= concurrency + backlog) return unavailable("Too many deliveries are waiting.");
    let markAccepted = () => {};
    const accepted = new Promise<void>((resolve) => {
      markAccepted = resolve;
    });
    const response = handleDelivery(delivery, handle, markAccepted).finally(() => inProgress.delete(response));
    inProgress.add(response);
    // Needed for both values of `answer`: some runtimes stop the work when the client disconnects early.
    extendLifetime(response, args);
    if (answer === "handled") return response;
    return (await Promise.race([accepted, response])) ?? respond(202, "Received.");
  }

  function rejection(thrown: unknown): Response {
    const error = isDeliveryError(thrown)
      ? thrown
      : new DeliveryError("The delivery could not be read.", { status: 500, problem: "body", cause: thrown });
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
  async function handleDelivery(delivery: Delivery, handle: Handler, markAccepted: () => void): Promise<Response> {
    const owner = crypto.randomUUID();
    const claimed = await claim(delivery, owner);
    if (claimed !== "claimed") return claimResponse(claimed);
    markAccepted();
    const claimedAt = Date.now();
    return runLimited(async () => {
      // Another process can claim a delivery that waits for longer than its lease.
      const renewed = Date.now() - claimedAt > lease / 2 ? await claim(delivery, owner) : claimed;
      // After a 202 the service records the delivery as successful. If the store fails then, the delivery is handled
      // anyway, although another process could handle it as well: it must not be lost.
      if (renewed !== "claimed" && (renewed !== undefined || answer === "handled")) return claimResponse(renewed);
      const done = Promise.resolve(delivery).then(handle);
      try {
        // After the lease, others can claim the delivery: a handler that never ends must not occupy its slot.
        if ((await withTimeout(done, lease)) === TIMED_OUT)
          throw new Error(`The handler took longer than the lease, ${lease} ms.`);
      } catch (error) {
        reportError(error, { at: "handler", delivery });
        await callStore(delivery, () => store.release(delivery.guid, owner));
        // If the handler succeeds later, its delivery is handled after all.
        done.then(() => callStore(delivery, () => store.complete(delivery.guid))).catch(() => {});
        return respond(500, "The delivery could not be handled.");
      }
      await callStore(delivery, () => store.complete(delivery.guid));
      return respond(200, "Handled.");
    });
  }

  /** Claims a delivery; undefined if the store failed. */
  function claim(delivery: Delivery, owner: string): Promise<ClaimOutcome | undefined> {
    return callStore(delivery, async () => checkClaim(await store.claim(delivery.guid, owner, lease)));
  }

  const stop: Receiver["stop"] = async ({ within = Infinity } = {}) => {
    if (typeof within !== "number" || !(within >= 0)) throw invalidField("within", "must be a number of milliseconds");
    stopping = true;
    await withTimeout(Promise.allSettled(inProgress), within);
  };
  return Object.assign(receive, { stop });
}

/** Validates the result of a custom store. */
function checkClaim(outcome: ClaimOutcome): ClaimOutcome {
  if (outcome === "claimed" || outcome === "handled" || outcome === "busy") return outcome;
  throw invalidField("store.claim", "must return claimed, handled or busy");
}

/** Returns the response for a delivery that could not be claimed. */
function claimResponse(claimed: Exclude<ClaimOutcome, "claimed"> | undefined): Response {
  if (claimed === "handled") return respond(200, "The delivery was already handled.");
  // Not a success: if the other attempt fails, the service must not record this one as delivered.
  if (claimed === "busy") return respond(409, "The delivery is being handled.");
  return respond(500, "The delivery store is unavailable.");
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
