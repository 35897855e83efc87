import { countEnded, type Job } from "../../lists/job.ts";
import type { RepositoryService } from "./repository-service.ts";

/** Planned duration, in seconds, from which the measured speed of a job is used. */
const MIN_PLANNED_SECONDS = 60;

/**
 * Estimates when a job will end, from the rate limits and the job's measured speed.
 * @param startAt when the job continues, in milliseconds since 1970
 */
export function estimateEnd(
  job: Job,
  seconds: RepositoryService["estimateSeconds"],
  now: number,
  startAt: number = now,
): number {
  const { notStarted, inProgress } = job.counts;
  const remaining = notStarted + inProgress;
  const ended = countEnded(job.counts) - job.endedAtLastStart;
  const since = job.activeSince ?? now;
  if (startAt > now || ended <= 0) return startAt + 1000 * seconds(remaining, 0);
  const planned = seconds(ended, 0);
  const elapsed = (now - since) / 1000;
  const slowdown = planned > MIN_PLANNED_SECONDS ? Math.max(1, elapsed / planned) : 1;
  // The current rate-limit window is partly used: plan the whole run and subtract the elapsed time.
  return Math.max(now, since + 1000 * slowdown * seconds(ended + remaining, 0));
}
