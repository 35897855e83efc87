import type { AnyOperation } from "../contract/operation-types.ts";
import type { Clock } from "./clock.ts";
import type { CallEvent, CallEventBody } from "./events.ts";
import type { CallRequest } from "./middleware.ts";

/** Creates the event emitter of one call. */
export type EmitterFor = (
  call: Pick<CallRequest, "operation" | "definition" | "url">,
) => (event: CallEventBody) => void;

/**
 * Creates emitters for a client's `onEvent` listener; undefined without one.
 */
export function createEventEmitter(
  onEvent: ((event: CallEvent) => void) | undefined,
  clock: Clock,
): EmitterFor | undefined {
  if (!onEvent) return undefined;
  let calls = 0;
  const warnedAbout = new Set<AnyOperation>();
  return ({ operation, definition: { deprecated }, url }) => {
    const call = ++calls;
    const { route } = operation;
    const path = url.pathname;
    const emit = (event: CallEventBody) => notify(onEvent, { ...event, call, route, path });
    if (deprecated && clock.now() >= Date.parse(deprecated.from) && !warnedAbout.has(operation)) {
      warnedAbout.add(operation);
      const { from, note, until } = deprecated;
      emit({ type: "deprecated", from, note, until });
    }
    return emit;
  };
}

/** A failing listener must not fail a call. */
function notify(onEvent: (event: CallEvent) => void, event: CallEvent): void {
  try {
    onEvent(event);
  } catch {
    // Errors of the listener are ignored.
  }
}
