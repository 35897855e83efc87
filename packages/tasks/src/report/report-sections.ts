import type { Change, Outcome } from "../plan.ts";
import { newlyGivenUp, type Report, type TaskReport } from "./report.ts";

/** State of a change in a report. */
export type ChangeState = Outcome<Change>["end"] | "planned" | "drift";

/** A change and what became of it. */
export interface ReportedChange {
  readonly change: Change;
  readonly state: ChangeState;
  readonly note?: string | undefined;
}

/** A target without a change, and a text about it. */
export interface ReportedTarget {
  readonly target: string;
  readonly text: string;
}

/** The targets of a task, in the order in which they are shown. */
export interface ReportSections {
  readonly failed: readonly ReportedTarget[];
  /** Not tried again, which this run is the first to report. */
  readonly givenUp: readonly ReportedTarget[];
  /** Those that need attention come first. */
  readonly changes: readonly ReportedChange[];
  /** Not read, because the run was cancelled. */
  readonly unread: readonly ReportedTarget[];
  readonly skipped: readonly ReportedTarget[];
  readonly unchanged: readonly ReportedTarget[];
  readonly givenUpBefore: readonly ReportedTarget[];
}

const DISPLAY_ORDER: readonly ChangeState[] = ["failed", "unknown", "not-started", "changed", "skipped"];

/** Sorts the targets of a task by what the reader must know about them. */
export function sectionsOf({ mode }: Pick<Report, "mode">, task: TaskReport): ReportSections {
  const { plan, outcomes, failures } = task;
  const failureTexts = failures.map(({ target, problem, isUnread }) => ({ target, text: problem, isUnread }));
  const skippedTexts = plan.skipped.map(({ target, why, isUnchanged }) => ({ target, text: why, isUnchanged }));
  const toText = ({ target, problem }: { readonly target: string; readonly problem: string }) => ({
    target,
    text: problem,
  });
  return {
    failed: failureTexts.filter(({ isUnread }) => !isUnread),
    givenUp: newlyGivenUp(plan, outcomes).map(toText),
    changes:
      mode === "apply"
        ? appliedChanges(task)
        : plan.changes.map((change) => ({ change, state: mode === "check" ? "drift" : "planned" })),
    unread: failureTexts.filter(({ isUnread }) => isUnread),
    skipped: skippedTexts.filter(({ isUnchanged }) => !isUnchanged),
    unchanged: skippedTexts.filter(({ isUnchanged }) => isUnchanged),
    givenUpBefore: (plan.givenUp ?? []).filter(({ isNew }) => !isNew).map(toText),
  };
}

function appliedChanges({ plan, outcomes }: TaskReport): readonly ReportedChange[] {
  const keysWithOutcome = new Set(outcomes.map(({ change }) => keyOf(change)));
  const reported = [
    ...outcomes.map(({ change, end, note }): ReportedChange => ({ change, state: end, note })),
    ...plan.changes
      .filter((change) => !keysWithOutcome.has(keyOf(change)))
      .map((change): ReportedChange => ({ change, state: "not-started" })),
  ];
  return DISPLAY_ORDER.flatMap((state) => reported.filter((item) => item.state === state));
}

/** A merged report has copies of changes, so they are compared by content. */
function keyOf({ target, what, after }: Change): string {
  return JSON.stringify([target, what, after]);
}
