import type { CallEvent } from "@forgehand/core";
import type { Log } from "../../log.ts";
import { problemOf } from "../../problem.ts";

/** Tells of every call, for whoever looks for a fault. Events hold no token, secret, query or body. */
export function tellCalls(log: Pick<Log, "debug">): (event: CallEvent) => void {
  const { debug } = log;
  if (debug === undefined) return () => undefined;
  return (event) => {
    const news = newsOf(event);
    if (news !== undefined) debug(`Call ${event.call}: ${event.route} (${event.path}): ${news}`);
  };
}

function newsOf(event: CallEvent): string | undefined {
  switch (event.type) {
    case "response": {
      const again = event.attempt > 1 ? `, attempt ${event.attempt}` : "";
      const cached = event.cached ? ", not changed: from the cache" : "";
      return `${event.status} in ${Math.round(event.milliseconds)} ms${again}${cached}`;
    }
    case "retry":
      return `attempt ${event.attempt} follows at ${event.until.toISOString()}: ${event.reason}`;
    case "wait":
      return `waits${event.until ? ` until ${event.until.toISOString()}` : ""}: ${event.reason}`;
    case "deprecated":
      return `deprecated since ${event.from}: ${event.note}`;
    case "truncated":
      return `the service shows no more than ${event.items} of the list`;
    case "error":
      return problemOf(event.error);
    case "start":
      return undefined;
  }
}
