import type { AnyOperation } from "../contract/operation-types.ts";
import type { Outgoing } from "./chain.ts";
import type { Clock } from "./clock.ts";
import type { CallEvent, CallNews } from "./events.ts";

/** Gives each call what tells of it. */
export type TellOf = (call: Pick<Outgoing, "operation" | "definition" | "url">) => (news: CallNews) => void;

/** Tells a hook of a client's calls; undefined where there is none. */
export function telling(onEvent: ((event: CallEvent) => void) | undefined, clock: Clock): TellOf | undefined {
  if (!onEvent) return undefined;
  let calls = 0;
  const toldOf = new Set<AnyOperation>();
  return ({ operation, definition: { deprecated }, url }) => {
    const call = ++calls;
    const { route } = operation;
    const path = url.pathname;
    const tell = (news: CallNews) => notify(onEvent, { ...news, call, route, path });
    if (deprecated && clock.now() >= Date.parse(deprecated.from) && !toldOf.has(operation)) {
      toldOf.add(operation);
      tell({ type: "deprecated", ...deprecated, until: deprecated.until });
    }
    return tell;
  };
}

/** A hook that fails is no reason to end a call. */
function notify(onEvent: (event: CallEvent) => void, event: CallEvent): void {
  try {
    onEvent(event);
  } catch {
    // Its own to catch.
  }
}
