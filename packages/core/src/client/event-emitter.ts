import type { AnyOperation } from "../contract/operation-types.ts";
import { isForgeError } from "../errors.ts";
import { copyError } from "../internal/copy-error.ts";
import { createRedactor, type Redact } from "../internal/redact-secrets.ts";
import type { Clock } from "./clock.ts";
import { tokensOf } from "./credentials/call-tokens.ts";
import type { CallEvent, CallEventBody } from "./events.ts";
import type { CallRequest } from "./middleware.ts";

/** Creates the event emitter of one call. */
export type EmitterFor = (
  call: Pick<CallRequest, "id" | "operation" | "definition" | "url" | "secrets">,
) => (event: CallEventBody) => void;

/**
 * Creates emitters for a client's `onEvent` listener; undefined without one. No event contains a token of its call.
 */
export function createEventEmitter(
  onEvent: ((event: CallEvent) => void) | undefined,
  clock: Clock,
): EmitterFor | undefined {
  if (!onEvent) return undefined;
  let calls = 0;
  const warnedAbout = new Set<AnyOperation>();
  return ({ id, operation, definition: { deprecated }, url, secrets }) => {
    const call = ++calls;
    const { route } = operation;
    const path = url.pathname;
    const redact = createRedactor(() => [...secrets, ...tokensOf(id)]);
    const emit = (event: CallEventBody) => notify(onEvent, { ...withOwnError(event, redact), call, route, path });
    if (deprecated && clock.now() >= Date.parse(deprecated.from) && !warnedAbout.has(operation)) {
      warnedAbout.add(operation);
      const { from, note, until } = deprecated;
      emit({ type: "deprecated", from, note, until });
    }
    return emit;
  };
}

/** The error of custom middleware, or the reason of an abort, can refer to the request and its secrets. */
function withOwnError(event: CallEventBody, redact: Redact): CallEventBody {
  if (event.type !== "error" || isForgeError(event.error)) return event;
  return { ...event, error: copyError(event.error, redact) };
}

/** A failing listener must not fail a call. */
function notify(onEvent: (event: CallEvent) => void, event: CallEvent): void {
  try {
    onEvent(event);
  } catch {
    // Errors of the listener are ignored.
  }
}
