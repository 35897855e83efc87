import type { CallEvent } from "@forgehand/core";
import type { Log } from "../../log.ts";
import { describeError } from "../../problem.ts";

/** Logs every call at debug level. Events contain no tokens, secrets, queries or bodies. */
export function logCalls(log: Pick<Log, "debug">): (event: CallEvent) => void {
  const { debug } = log;
  if (debug === undefined) return () => undefined;
  return (event) => {
    const description = describeEvent(event);
    if (description !== undefined) debug(`Call ${event.call}: ${event.route} (${event.path}): ${description}`);
  };
}

function describeEvent(event: CallEvent): string | undefined {
  switch (event.type) {
    case "response": {
      const attempt = event.attempt > 1 ? `, attempt ${event.attempt}` : "";
      const cached = event.cached ? ", not modified: from the cache" : "";
      return `${event.status} in ${Math.round(event.milliseconds)} ms${attempt}${cached}`;
    }
    case "retry":
      return `attempt ${event.attempt} follows at ${event.until.toISOString()}: ${event.reason}`;
    case "wait":
      return `waits${event.until ? ` until ${event.until.toISOString()}` : ""}: ${event.reason}`;
    case "deprecated":
      return `deprecated since ${event.from}: ${event.note}`;
    case "truncated":
      return `the service lists at most ${event.items} items`;
    case "mismatch":
      return `the response does not match the contract ${event.problem}`;
    case "error":
      return describeError(event.error);
    case "start":
      return undefined;
  }
}
