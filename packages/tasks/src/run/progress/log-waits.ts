import type { CallEvent, Clock } from "@forgehand/core";
import type { Log } from "../../log.ts";

/** Minimum length of waits that are logged, in milliseconds. */
const MIN_LOGGED_WAIT = 5000;

/** Logs why the run is waiting: once for all calls that wait until about the same time. */
export function logWaits(log: Pick<Log, "info">, clock: Pick<Clock, "now">): (event: CallEvent) => void {
  let loggedUntil = 0;
  return (event) => {
    if (event.type !== "wait" && event.type !== "retry") return;
    const until = event.until?.getTime() ?? 0;
    if (until - clock.now() < MIN_LOGGED_WAIT || until - loggedUntil < MIN_LOGGED_WAIT) return;
    loggedUntil = until;
    log.info(`Waiting until ${new Date(until).toISOString()}: ${waitReason(event)}`);
  };
}

function waitReason(event: CallEvent & { readonly type: "wait" | "retry" }): string {
  return event.type === "retry" ? `retrying after a failed attempt (${event.reason})` : WAIT_REASONS[event.reason];
}

/** Explanation of each wait, by the rate limit that is exhausted. */
const WAIT_REASONS: Readonly<Record<WaitReason, string>> = {
  points: "the per-minute rate limit is used up",
  content: "the limit for creating content is used up",
  cpu: "the per-minute limit of server CPU time is used up",
  primary: "the hourly rate limit is used up",
  pause: "the service asked the client to pause",
  concurrency: "the limit of concurrent calls is reached",
  serial: "another call must finish first",
  "write-gap": "the pace requires a gap between writes",
};

type WaitReason = Extract<CallEvent, { readonly type: "wait" }>["reason"];
