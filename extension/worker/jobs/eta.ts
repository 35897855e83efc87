import type { Job } from "../../lists/job.ts";
import type { Service } from "./service.ts";
import { endedIn } from "./store.ts";

/** Less time than this, in seconds, tells nothing about how fast a job goes. */
const TELLING = 60;

/**
 * When a job will be done: by what the limits allow, and by how much slower than that it went so far.
 * @param from when it goes on, in milliseconds since 1970
 */
export function etaOf(job: Job, seconds: Service["seconds"], now: number, from: number = now): number {
  const { notBegun, underWay } = job.counts;
  const left = notBegun + underWay;
  const ended = endedIn(job.counts) - job.endedBefore;
  const since = job.activeSince ?? now;
  if (from > now || ended <= 0) return from + 1000 * seconds(left, 0);
  const planned = seconds(ended, 0);
  const took = (now - since) / 1000;
  const slowness = planned > TELLING ? Math.max(1, took / planned) : 1;
  // A window that is used up to half is no fresh one: what is planned for all of it, less what has passed.
  return Math.max(now, since + 1000 * slowness * seconds(ended + left, 0));
}
