import type { Change, Outcome } from "../../plan.ts";
import type { Report, TaskReport } from "../../report/report.ts";

/** What a run has come to so far: for a report even where it can't end as it should. */
export interface Chronicle {
  /** A task is planned, and is going to be applied. */
  readonly planned: (task: Pick<TaskReport, "task" | "title" | "plan">) => void;
  /** How a change of it has ended, as far as is known by now. */
  readonly told: (outcome: Outcome<Change>) => void;
  /** A task is over. */
  readonly ended: (report: TaskReport) => void;
  /** The report of a run that is over; where it isn't, nobody knows of what is still under way. */
  readonly report: (about: Omit<Report, "version" | "tasks">) => Report;
}

/** The chronicle of a run that has not begun yet. */
export function createChronicle(): Chronicle {
  const over: TaskReport[] = [];
  let current: Pick<TaskReport, "task" | "title" | "plan"> | undefined;
  const known = new Map<Change, Outcome<Change>>();

  function unfinished(): readonly TaskReport[] {
    if (!current) return [];
    const outcomes = current.plan.changes.map(
      (change) =>
        known.get(change) ?? { change, end: "unknown" as const, note: "the run was ended before it could tell" },
    );
    return [{ ...current, outcomes, failures: current.plan.unreadable }];
  }

  return {
    planned(task) {
      current = task;
      known.clear();
    },
    told: (outcome) => known.set(outcome.change, outcome),
    ended(report) {
      current = undefined;
      over.push(report);
    },
    report: (about) => ({ version: 1, ...about, tasks: [...over, ...unfinished()] }),
  };
}
