import type { CallEvent, Clock } from "@forgehand/core";
import type { Log } from "../../log.ts";

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
  return event.type === "retry" ? `the service did not answer as it should (${event.reason})` : WHY[event.reason];
}

/** Why a call waits: what of the limits is used (public documentation of rate limits). */
const WHY: Readonly<Record<WaitReason, string>> = {
  points: "what the service lets through in a minute is used",
  content: "the service lets no more be created for now",
  cpu: "the computing time that the service gives in a minute is used",
  primary: "the calls that the service lets through in an hour are used",
  pause: "the service has asked to pause",
  concurrency: "as many calls are under way as may be",
  serial: "a call is under way that this one must not run beside",
  "write-gap": "writes keep a distance, as the pace asks for",
};

type WaitReason = Extract<CallEvent, { readonly type: "wait" }>["reason"];
