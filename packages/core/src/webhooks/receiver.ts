import { EVENT_NAMES, isEventName } from "../contract/events/index.ts";
import { isDeliveryError, sentences, wrongField } from "../errors.ts";
import { checkNames } from "../known-options.ts";
import { deliveryReader, type IncomingDelivery } from "./delivery.ts";
import type { Delivery } from "./delivery-types.ts";
import { memoryStore } from "./memory-store.ts";
import type { Failed, Receiver, ReceiverOptions, WorkContext } from "./receiver-types.ts";
import { createSlots } from "./slots.ts";
import type { DeliveryStore } from "./store.ts";

const OPTIONS = {
  secrets: true,
  sha1: true,
  dialect: true,
  validation: true,
  on: true,
  store: true,
  answer: true,
  concurrency: true,
  backlog: true,
  lease: true,
  onError: true,
} as const satisfies Record<keyof ReceiverOptions, true>;

type Handler = (delivery: Delivery) => unknown;

/**
 * Makes a receiver: it verifies, reads and handles deliveries, each GUID once.
 * @throws InputError on options that can't be right, naming them
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { read, handlers, store, answer, concurrency, backlog, lease, onError } = readOptions(options);
  const slots = createSlots(concurrency);
  const atWork = new Set<Promise<unknown>>();
  let stopping = false;

  /** What a handler of errors throws is nobody's to catch. */
  function tell(error: unknown, failed: Failed): void {
    try {
      onError(error, failed);
    } catch {}
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

  async function receive(request: IncomingDelivery, context?: WorkContext): Promise<Response> {
    if (stopping) return later("This receiver is stopping.");
    const delivery = await read(request).catch((error: unknown) => refused(error));
    if (delivery instanceof Response) return delivery;
    const handle = handlers.get(delivery.event) ?? handlers.get("*");
    if (!handle) return say(200, `Nothing here handles ${nameOf(delivery)}.`);
    if (stopping || slots.waiting() >= backlog) return later("Too much is waiting to be handled.");
    return take(delivery, handle, context);
  }

  function refused(error: unknown): Response {
    if (!isDeliveryError(error)) throw error;
    tell(error, { at: "request", error });
    const { status, problem, detail } = error;
    // Who sent it need not be told what of the signature is wrong.
    const words = problem === "signature" ? "The signature is missing or doesn't fit." : detail;
    return say(status, words, status === 405 ? { allow: "POST" } : {});
  }

  async function take(delivery: Delivery, handle: Handler, context: WorkContext | undefined): Promise<Response> {
    const { guid } = delivery;
    const owner = crypto.randomUUID();
    const claim = () => ask(delivery, () => store.claim(guid, owner, lease));
    const claimed = await claim();
    if (claimed === undefined) return say(500, "Which deliveries were handled can't be told at the moment.");
    if (claimed === "handled") return say(200, "It was handled before.");
    // Not a success: if whoever is at it fails, nothing else would tell that this event was not handled.
    if (claimed === "busy") return say(409, "It is being handled.");
    const taken = Date.now();
    const work = slots.run(async () => {
      // Somebody may have taken over what waited longer than its lease.
      if (Date.now() - taken > lease / 2 && (await claim()) !== "claimed") return false;
      try {
        await handle(delivery);
      } catch (error) {
        tell(error, { at: "handler", delivery });
        await ask(delivery, () => store.release(guid, owner));
        return false;
      }
      await ask(delivery, () => store.complete(guid));
      return true;
    });
    const done = work.finally(() => atWork.delete(done));
    atWork.add(done);
    if (answer === "received") {
      context?.waitUntil(done);
      return say(202, "Received.");
    }
    return (await done) ? say(200, "Handled.") : say(500, "It could not be handled.");
  }

  const stop = async () => {
    stopping = true;
    while (atWork.size > 0) await Promise.allSettled(atWork);
  };
  return Object.assign(receive, { stop });
}

interface Settings {
  readonly read: ReturnType<typeof deliveryReader>;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly store: DeliveryStore;
  readonly answer: "handled" | "received";
  readonly concurrency: number;
  readonly backlog: number;
  readonly lease: number;
  readonly onError: (error: unknown, failed: Failed) => void;
}

function readOptions(options: ReceiverOptions): Settings {
  if (typeof options !== "object" || options === null) throw wrongField("options", "is an object with secrets and on");
  checkNames(options, OPTIONS);
  const { store = memoryStore(), answer = "handled", concurrency = 10, backlog = 1000 } = options;
  const { lease = 15 * 60_000, onError = tellConsole } = options;
  for (const name of ["claim", "complete", "release"] as const) {
    if (typeof store?.[name] !== "function") throw wrongField("store", "has the functions claim, complete and release");
  }
  if (answer !== "handled" && answer !== "received") throw wrongField("answer", "is neither handled nor received");
  if (typeof onError !== "function") throw wrongField("onError", "is a function");
  for (const [name, value, least] of [
    ["concurrency", concurrency, 1],
    ["backlog", backlog, 0],
    ["lease", lease, 1],
  ] as const) {
    if (!Number.isInteger(value) || value < least) throw wrongField(name, `is a whole number, ${least} or more`);
  }
  const read = deliveryReader(options);
  return { read, handlers: readHandlers(options.on), store, answer, concurrency, backlog, lease, onError };
}

function readHandlers(on: ReceiverOptions["on"]): ReadonlyMap<string, Handler> {
  if (typeof on !== "object" || on === null) throw wrongField("on", "is an object of handlers by event");
  const handlers = new Map<string, Handler>();
  for (const [event, handler] of Object.entries(on)) {
    if (handler === undefined) continue;
    if (event !== "*" && !isEventName(event)) {
      throw wrongField(
        `on.${event}`,
        sentences("is no event", `There are ${EVENT_NAMES.join(", ")}; "*" has all others`),
      );
    }
    if (typeof handler !== "function") throw wrongField(`on.${event}`, "is a function");
    handlers.set(event, (delivery) => Reflect.apply(handler, on, [delivery]));
  }
  if (handlers.size === 0) throw wrongField("on", "has a handler at least");
  return handlers;
}

function tellConsole(error: unknown, failed: Failed): void {
  if (failed.at === "request") return;
  console.error(`${nameOf(failed.delivery)} ${failed.delivery.guid}, the ${failed.at} failed:`, error);
}

function nameOf({ event, action }: Delivery): string {
  return action === null ? event : `${event} ${action}`;
}

function later(words: string): Response {
  return say(503, words, { "retry-after": "60" });
}

function say(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${words}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
