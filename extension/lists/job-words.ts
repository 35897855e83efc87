import type { Counting, Word } from "../locales/words.ts";
import { t, tn } from "../ui/words.ts";
import type { Job, JobKind, JobState } from "./job.ts";

const TITLES = {
  star: "jobStar",
  unstar: "jobUnstar",
  watch: "jobWatch",
  ignore: "jobIgnore",
  unwatch: "jobUnwatch",
  import: "jobImport",
  undo: "jobUndo",
} as const satisfies Record<JobKind, Counting>;

/** What a job is for: `Unwatch 2,140 repositories`. */
export function jobTitle({ kind, counts, undoes }: Job): string {
  if (kind === "undo" && undoes) return t("jobUndoes", tn(TITLES[undoes.kind], counts.total));
  return tn(TITLES[kind], counts.total);
}

const STATES = {
  queued: "jobQueued",
  running: "jobRunning",
  waiting: "jobWaiting",
  paused: "jobPaused",
  pausing: "jobPausing",
  cancelling: "jobCancelling",
  cancelled: "jobCancelled",
  done: "jobDone",
} as const satisfies Record<JobState, Word>;

export function stateWord(state: JobState): string {
  return t(STATES[state]);
}

/** Has every item of it ended? */
export function isOver({ state }: Job): boolean {
  return state === "done" || state === "cancelled";
}

/** How many of its items have ended. */
export function endedOf({ counts: { done, already, failed, skipped } }: Job): number {
  return done + already + failed + skipped;
}

/** What has come of a job so far: `2,137 changed, 3 failed`. */
export function outcome({ counts }: Job): string {
  const { done, already, failed, skipped } = counts;
  const parts = [
    done > 0 && tn("itemsChanged", done),
    already > 0 && tn("itemsAlready", already),
    failed > 0 && tn("itemsFailed", failed),
    skipped > 0 && tn("itemsSkipped", skipped),
  ].filter((part) => part !== false);
  return parts.join(" · ");
}
