import type { WaitReason } from "../events.ts";

/** Descriptions of limits for messages. */
const WAIT_REASONS: Readonly<Record<WaitReason, string>> = {
  points: "the points of this minute are used up",
  content: "the content creation limit is reached",
  cpu: "the CPU time of this minute is used up",
  primary: "the primary rate limit is used up",
  pause: "the service asked clients to slow down",
  concurrency: "too many calls are in flight",
  serial: "a conflicting call is in flight",
  "write-gap": "the minimum gap between writes has not passed",
};

export function describeWait(reason: WaitReason): string {
  return WAIT_REASONS[reason];
}
