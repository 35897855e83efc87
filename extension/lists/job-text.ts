import { t, tn } from "../locales/i18n.ts";
import type { PluralTextKey, TextKey } from "../locales/text-keys.ts";
import type { Job, JobKind, JobState } from "./job.ts";

const TITLES = {
  star: "jobStar",
  unstar: "jobUnstar",
  watch: "jobWatch",
  ignore: "jobIgnore",
  unwatch: "jobUnwatch",
  import: "jobImport",
  undo: "jobUndo",
} as const satisfies Record<JobKind, PluralTextKey>;

/** Title of a job: `Unwatch 2,140 repositories`. */
export function jobTitle({ kind, counts, undoOf }: Job): string {
  if (kind === "undo" && undoOf) return t("jobUndoes", tn(TITLES[undoOf.kind], counts.total));
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
} as const satisfies Record<JobState, TextKey>;

export function jobStateText(state: JobState): string {
  return t(STATES[state]);
}

/** Summary of a job's results so far: `2,137 changed · 3 failed`. */
export function outcomeText({ counts }: Job): string {
  const { done, already, failed, skipped } = counts;
  const parts = [
    done > 0 && tn("itemsChanged", done),
    already > 0 && tn("itemsAlready", already),
    failed > 0 && tn("itemsFailed", failed),
    skipped > 0 && tn("itemsSkipped", skipped),
  ].filter((part) => part !== false);
  return parts.join(" · ");
}
