import { checkOptionNames } from "../check-option-names.ts";
import { EVENT_NAMES, isEventName } from "../contract/events/index.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { neutralEvent } from "../dialect/event-name.ts";
import { readDialect } from "../dialect/read-dialect.ts";
import { type InputError, invalidField } from "../errors.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Delivery } from "./delivery-types.ts";
import { createConsoleReporter } from "./log-failures.ts";
import { memoryStore } from "./memory-store.ts";
import { createSizedReader, READER_OPTIONS } from "./read-delivery.ts";
import type { ReceiverFailure, ReceiverOptions } from "./receiver-types.ts";

const OPTIONS = {
  ...READER_OPTIONS,
  on: true,
  store: true,
  storeTimeout: true,
  answer: true,
  concurrency: true,
  backlog: true,
  lease: true,
  onError: true,
} as const satisfies Record<keyof ReceiverOptions, true>;

/** Handles a delivery. */
export type Handler = (delivery: Delivery) => unknown;

/** Validated options with defaults. */
export interface ReceiverSettings {
  readonly read: ReturnType<typeof createSizedReader>;
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly store: DeliveryStore;
  readonly storeTimeout: number;
  readonly answer: "handled" | "received";
  readonly concurrency: number;
  readonly backlog: number;
  readonly lease: number;
  readonly onError: (error: unknown, failed: ReceiverFailure) => void;
}

/** @throws InputError if an option is invalid */
export function readOptions(options: ReceiverOptions): ReceiverSettings {
  if (typeof options !== "object" || options === null)
    throw invalidField("options", "must be an object with secrets and on");
  checkOptionNames(options, OPTIONS);
  const { store = memoryStore(), answer = "handled", concurrency = 10, backlog = 1000 } = options;
  const { lease = 15 * 60_000, storeTimeout = 5000, onError = createConsoleReporter() } = options;
  for (const name of ["claim", "complete", "release"] as const) {
    if (typeof store?.[name] !== "function")
      throw invalidField("store", "must have the functions claim, complete and release");
  }
  if (answer !== "handled" && answer !== "received") throw invalidField("answer", "must be handled or received");
  if (typeof onError !== "function") throw invalidField("onError", "must be a function");
  for (const [name, value, minimum] of [
    ["concurrency", concurrency, 1],
    ["backlog", backlog, 0],
    ["lease", lease, 1],
    ["storeTimeout", storeTimeout, 1],
  ] as const) {
    if (!Number.isInteger(value) || value < minimum)
      throw invalidField(name, `must be a whole number, ${minimum} or more`);
  }
  const { secrets, sha1, dialect, validation } = options;
  const read = createSizedReader({ secrets, sha1, dialect, validation });
  return { read, handlers: readHandlers(options), store, storeTimeout, answer, concurrency, backlog, lease, onError };
}

function readHandlers({ on, dialect }: ReceiverOptions): ReadonlyMap<string, Handler> {
  if (typeof on !== "object" || on === null) throw invalidField("on", "must be an object of handlers by event");
  const handlers = new Map<string, Handler>();
  for (const [event, handler] of Object.entries(on)) {
    if (handler === undefined) continue;
    if (event !== "*" && !isEventName(event)) throw unknownEventError(event, readDialect(dialect));
    if (typeof handler !== "function") throw invalidField(`on.${event}`, "must be a function");
    handlers.set(event, (delivery) => Reflect.apply(handler, on, [delivery]));
  }
  if (handlers.size === 0) throw invalidField("on", "must have at least one handler");
  return handlers;
}

function unknownEventError(event: string, dialect: Dialect): InputError {
  const [name = "", action] = event.split(".");
  if (action !== undefined && isEventName(name)) {
    return invalidField(
      `on.${event}`,
      `must be an event name without an action: use on.${name} and check delivery.action`,
    );
  }
  const neutral = neutralEvent(dialect, event);
  const known = isEventName(neutral) ? `Use ${neutral}` : `Events are ${EVENT_NAMES.join(", ")}`;
  return invalidField(`on.${event}`, `must be the neutral name of an event. ${known}`);
}
