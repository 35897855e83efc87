import { checkOptionNames } from "../check-option-names.ts";
import { EVENT_NAMES, isEventName } from "../contract/events/index.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { neutralEvent } from "../dialect/event-name.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { type InputError, invalidField } from "../errors.ts";
import { createConsoleTeller } from "./console.ts";
import { createDeliveryReader, READER_OPTIONS } from "./delivery.ts";
import type { Delivery } from "./delivery-types.ts";
import { memoryStore } from "./memory-store.ts";
import type { ReceiverFailure, ReceiverOptions } from "./receiver-types.ts";
import type { DeliveryStore } from "./store.ts";

const OPTIONS = {
  ...READER_OPTIONS,
  on: true,
  store: true,
  answer: true,
  concurrency: true,
  backlog: true,
  lease: true,
  onError: true,
} as const satisfies Record<keyof ReceiverOptions, true>;

/** What handles a delivery. */
export type Handler = (delivery: Delivery) => unknown;

/** The options, checked, with what is left out filled in. */
export interface ReceiverSettings {
  readonly read: ReturnType<typeof createDeliveryReader>;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly store: DeliveryStore;
  readonly answer: "handled" | "received";
  readonly concurrency: number;
  readonly backlog: number;
  readonly lease: number;
  readonly onError: (error: unknown, failed: ReceiverFailure) => void;
}

/** @throws InputError on an option that can't be right, naming it */
export function readOptions(options: ReceiverOptions): ReceiverSettings {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object with secrets and on");
  checkOptionNames(options, OPTIONS);
  const { store = memoryStore(), answer = "handled", concurrency = 10, backlog = 1000 } = options;
  const { lease = 15 * 60_000, onError = createConsoleTeller() } = options;
  for (const name of ["claim", "complete", "release"] as const) {
    if (typeof store?.[name] !== "function")
      throw invalidField("store", "must have the functions claim, complete and release");
  }
  if (answer !== "handled" && answer !== "received") throw invalidField("answer", "is neither handled nor received");
  if (typeof onError !== "function") throw invalidField("onError", "must be a function");
  for (const [name, value, least] of [
    ["concurrency", concurrency, 1],
    ["backlog", backlog, 0],
    ["lease", lease, 1],
  ] as const) {
    if (!Number.isInteger(value) || value < least) throw invalidField(name, `must be a whole number, ${least} or more`);
  }
  const { secrets, sha1, dialect, validation } = options;
  const read = createDeliveryReader({ secrets, sha1, dialect, validation });
  return { read, handlers: readHandlers(options), store, answer, concurrency, backlog, lease, onError };
}

function readHandlers({ on, dialect }: ReceiverOptions): ReadonlyMap<string, Handler> {
  if (typeof on !== "object" || on === null) throw invalidField("on", "must be an object of handlers by event");
  const handlers = new Map<string, Handler>();
  for (const [event, handler] of Object.entries(on)) {
    if (handler === undefined) continue;
    if (event !== "*" && !isEventName(event)) throw noEvent(event, readDialect(dialect));
    if (typeof handler !== "function") throw invalidField(`on.${event}`, "must be a function");
    handlers.set(event, (delivery) => Reflect.apply(handler, on, [delivery]));
  }
  if (handlers.size === 0) throw invalidField("on", "must have a handler at least");
  return handlers;
}

function noEvent(event: string, dialect: Dialect): InputError {
  const [name = "", action] = event.split(".");
  if (action !== undefined && isEventName(name)) {
    return invalidField(
      `on.${event}`,
      `is no event's name: on.${name} has all its actions, and delivery.action tells them`,
    );
  }
  const neutral = neutralEvent(dialect, event);
  const known = isEventName(neutral) ? `Here it is ${neutral}` : `There are ${EVENT_NAMES.join(", ")}`;
  return invalidField(`on.${event}`, `is no event's neutral name. ${known}`);
}
