import { DeliveryError, invalidField, isDeliveryError } from "../errors.ts";
import { type IncomingDelivery, nameOf } from "./delivery.ts";
import type { Delivery } from "./delivery-types.ts";
import { inTime, OVERDUE } from "./in-time.ts";
import { type Handler, readOptions } from "./receiver-options.ts";
import type { Receiver, ReceiverFailure, ReceiverOptions, WorkContext } from "./receiver-types.ts";
import { createSlots } from "./slots.ts";
import type { ClaimOutcome } from "./store.ts";

/**
 * Makes a receiver: it verifies, reads and handles deliveries, each GUID once.
 * @throws InputError on options that can't be right, naming them
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { read, handlers, store, answer, concurrency, backlog, lease, onError } = readOptions(options);
  const inSlot = createSlots(concurrency);
  const atWork = new Set<Promise<unknown>>();
  let stopping = false;

  /** What a handler of errors throws, at once or later, is nobody's to catch. */
  function tell(error: unknown, failed: ReceiverFailure): void {
    new Promise((resolve) => resolve(onError(error, failed))).catch(() => {});
  }

  /** Asks the store; undefined where it failed, which was told. */
  async function ask<T>(delivery: Delivery, question: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      tell(error, { at: "store", delivery });
      return undefined;
    }
  }

  async function receive(request: IncomingDelivery, ...given: readonly unknown[]): Promise<Response> {
    if (stopping) return later("This receiver is stopping.");
    const delivery = await read(request).catch((error: unknown) => refused(error));
    if (delivery instanceof Response) return delivery;
    const handle = handlers.get(delivery.event) ?? handlers.get("*");
    if (!handle) return say(200, `Nothing here handles ${nameOf(delivery)}.`);
    if (stopping) return later("This receiver is stopping.");
    // Its place is taken before the store is asked, so that many at once are no more than there are places.
    if (atWork.size >= concurrency + backlog) return later("Too much is waiting to be handled.");
    let takenOn = () => {};
    const taken = new Promise<void>((resolve) => {
      takenOn = resolve;
    });
    const done = work(delivery, handle, takenOn).finally(() => atWork.delete(done));
    atWork.add(done);
    // Also where the answer waits: a runtime may end what is left when the sender has hung up.
    keepFor(done, given);
    if (answer === "handled") return done;
    return (await Promise.race([taken, done])) ?? say(202, "Received.");
  }

  function refused(thrown: unknown): Response {
    const error = isDeliveryError(thrown)
      ? thrown
      : new DeliveryError("The delivery could not be read.", { status: 500, problem: "body", cause: thrown });
    tell(error, { at: "request", error });
    const { status, problem, detail } = error;
    // Who sent it need not be told what of the signature is wrong.
    const words = problem === "signature" ? "The signature is missing or doesn't fit." : detail;
    return say(status, words, status === 405 ? { allow: "POST" } : status === 503 ? LATER : {});
  }

  /** Handles a delivery that nobody else does. @returns what to answer once that is done */
  async function work(delivery: Delivery, handle: Handler, takenOn: () => void): Promise<Response> {
    const owner = crypto.randomUUID();
    const claimed = await claim(delivery, owner);
    if (claimed !== "claimed") return refusing(claimed);
    takenOn();
    const since = Date.now();
    return inSlot(async () => {
      // Somebody may have taken over what waited longer than its lease.
      const still = Date.now() - since > lease / 2 ? await claim(delivery, owner) : claimed;
      // What was said to be received nobody sends again: where the store can't tell, rather twice than never.
      if (still !== "claimed" && (still !== undefined || answer === "handled")) return refusing(still);
      const done = Promise.resolve(delivery).then(handle);
      try {
        // Others may take it on by then: a handler that never ends must not keep its slot.
        if ((await inTime(done, lease)) === OVERDUE)
          throw new Error(`The handler took longer than the lease, ${lease} ms.`);
      } catch (error) {
        tell(error, { at: "handler", delivery });
        await ask(delivery, () => store.release(delivery.guid, owner));
        // One that gets there after all has handled it.
        done.then(() => ask(delivery, () => store.complete(delivery.guid))).catch(() => {});
        return say(500, "It could not be handled.");
      }
      await ask(delivery, () => store.complete(delivery.guid));
      return say(200, "Handled.");
    });
  }

  /** Takes a delivery on; undefined where the store could not say. */
  function claim(delivery: Delivery, owner: string): Promise<ClaimOutcome | undefined> {
    return ask(delivery, async () => asClaim(await store.claim(delivery.guid, owner, lease)));
  }

  const stop: Receiver["stop"] = async ({ within = Infinity } = {}) => {
    if (typeof within !== "number" || !(within >= 0)) throw invalidField("within", "must be a number of milliseconds");
    stopping = true;
    await inTime(Promise.allSettled(atWork), within);
  };
  return Object.assign(receive, { stop });
}

/** A store is of anybody's making: what it says is no answer but one of these. */
function asClaim(said: ClaimOutcome): ClaimOutcome {
  if (said === "claimed" || said === "handled" || said === "busy") return said;
  throw invalidField("store.claim", "answers claimed, handled or busy");
}

/** What to answer where a delivery could not be taken on. */
function refusing(claimed: Exclude<ClaimOutcome, "claimed"> | undefined): Response {
  if (claimed === "handled") return say(200, "It was handled before.");
  // Not a success: if whoever is at it fails, nothing else would tell that this event was not handled.
  if (claimed === "busy") return say(409, "It is being handled.");
  return say(500, "Which deliveries were handled can't be told at the moment.");
}

/** What servers, routers and runtimes give differs, in number and in kind. The work goes on either way. */
function keepFor(work: Promise<unknown>, given: readonly unknown[]): void {
  try {
    given.find(isContext)?.waitUntil(work);
  } catch {}
}

function isContext(given: unknown): given is WorkContext {
  return typeof given === "object" && given !== null && "waitUntil" in given && typeof given.waitUntil === "function";
}

/** Seconds. */
const LATER = { "retry-after": "60" };

function later(words: string): Response {
  return say(503, words, LATER);
}

function say(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${words}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
