import { type Clock, systemClock } from "@forgehand/core";
import type { Change, Outcome } from "../plan.ts";
import type { Report, RunUsage, TaskPlan, TaskReport } from "../report/report.ts";

/** Records the progress of a run, so that a report can be written even if the run is killed. */
export interface RunRecorder {
  /** Called with each request that is sent to the API. */
  readonly recordRequest: () => void;
  /** Called when a task has been planned and is about to be applied. */
  readonly recordPlan: (task: TaskPlan) => void;
  /** Called with the outcome of a change, as far as it is known. */
  readonly recordOutcome: (outcome: Outcome<Change>) => void;
  /** Called when a task has finished. */
  readonly recordTask: (report: TaskReport) => void;
  /** Returns the requests and the time since the recorder was created. */
  readonly usage: () => RunUsage;
  /** Builds the report. Changes of an unfinished task without a recorded outcome are reported as `unknown`. */
  readonly report: (metadata: Omit<Report, "version" | "tasks" | keyof RunUsage>) => Report;
}

/** Creates a recorder for a run that starts now. */
export function createRunRecorder(clock: Pick<Clock, "monotonic"> = systemClock): RunRecorder {
  const started = clock.monotonic();
  let calls = 0;
  const finished: TaskReport[] = [];
  let current: TaskPlan | undefined;
  const outcomesByChange = new Map<Change, Outcome<Change>>();

  function currentTask(): readonly TaskReport[] {
    if (!current) return [];
    const outcomes = current.plan.changes.map(
      (change) =>
        outcomesByChange.get(change) ?? {
          change,
          end: "unknown" as const,
          note: "the run was killed before the outcome was known",
        },
    );
    return [{ ...current, outcomes, failures: current.plan.unreadable }];
  }

  const usage = () => ({ calls, seconds: Math.round((clock.monotonic() - started) / 100) / 10 });

  return {
    recordRequest() {
      calls += 1;
    },
    recordPlan(task) {
      current = task;
      outcomesByChange.clear();
    },
    recordOutcome: (outcome) => outcomesByChange.set(outcome.change, outcome),
    recordTask(report) {
      current = undefined;
      finished.push(report);
    },
    usage,
    report: (metadata) => ({ version: 1, ...metadata, ...usage(), tasks: [...finished, ...currentTask()] }),
  };
}
