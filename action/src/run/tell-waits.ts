import type { CallEvent, Clock } from "@forgehand/core";
import type { Log } from "../log.ts";

/** A wait that is shorter needs no explanation, in milliseconds. */
const WORTH_TELLING = 5000;

/** Tells the log why nothing happens for a while: once for each moment that is waited for, however many calls do. */
export function tellWaits(log: Pick<Log, "info">, clock: Pick<Clock, "now">): (event: CallEvent) => void {
  let told = 0;
  return (event) => {
    if (event.type !== "wait" && event.type !== "retry") return;
    const until = event.until?.getTime() ?? 0;
    if (until - clock.now() < WORTH_TELLING || until - told < WORTH_TELLING) return;
    told = until;
    log.info(`Waiting until ${new Date(until).toISOString()}: ${whyOf(event)}`);
  };
}

function whyOf(event: CallEvent & { readonly type: "wait" | "retry" }): string {
  if (event.type === "retry") return `the service did not answer as it should (${event.reason})`;
  return event.reason === "pause"
    ? "the service has asked to pause"
    : `the service's limit of ${event.reason} is reached`;
}
