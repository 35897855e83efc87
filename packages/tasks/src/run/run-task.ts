import type { RunRecorder } from "../cancellation/run-recorder.ts";
import type { Advice, Applied, Change, Outcome, Plan } from "../plan.ts";
import type { TaskPlan, TaskReport } from "../report/report.ts";
import { logEstimate } from "./progress/log-estimate.ts";
import type { RunContext } from "./run-context.ts";
import type { Task } from "./task.ts";

/** Maximum number of plan lines in the log. The summary and the report contain all of them. */
const MAX_LOG_LINES = 200;

/** A task's plan, and a function that makes its changes in mode `apply` and returns the report. */
export interface PlannedTask {
  readonly planned: TaskPlan;
  readonly finish: () => Promise<TaskReport>;
}

/**
 * Reads and plans a task over its entries.
 * @throws Problem or ForgeError if nothing could be planned
 */
export async function planTask<Entry, State, C extends Change>(
  run: RunContext,
  task: Task<Entry, State, C>,
  entries: readonly Entry[],
  recorder: RunRecorder,
): Promise<PlannedTask> {
  const { log, mode } = run;
  const state = await task.read(run, entries);
  const plan = task.plan(state);
  logPlan(run, task.title, plan);
  const report = { task: task.name, title: task.title, plan };
  const estimatedEnd = await logEstimate(run, task, plan.changes);
  const plannedAt = run.clock.monotonic();
  return {
    planned: report,
    async finish() {
      if (mode !== "apply" || plan.changes.length === 0) {
        // State for the next run is saved even if there is nothing to change.
        const { failures, advice } =
          mode === "apply" ? await task.apply(run, [], state) : { failures: [], advice: undefined };
        return { ...withAdvice(report, run, advice), outcomes: [], failures: [...plan.unreadable, ...failures] };
      }
      recorder.recordPlan(report);
      // A user can take some time to confirm the plan.
      const eta = estimatedEnd && estimatedEnd + run.clock.monotonic() - plannedAt;
      const { outcomes, failures, advice } = await task.apply({ ...run, eta }, plan.changes, state);
      log.group(`${task.title}: outcomes`, outcomeLines(outcomes));
      for (const { target, problem } of failures) log.warning(`${target}: ${problem}`);
      return { ...withAdvice(report, run, advice), outcomes, failures: [...plan.unreadable, ...failures] };
    },
  };
}

/** Logs advice that is known only after applying, and adds it to the advice of the plan. */
function withAdvice<R extends { readonly plan: Plan<Change> }>(
  report: R,
  { log }: RunContext,
  advice: readonly Advice[] = [],
): R {
  logAdvice(log, advice);
  if (advice.length === 0) return report;
  return { ...report, plan: { ...report.plan, advice: [...(report.plan.advice ?? []), ...advice] } };
}

function logAdvice(log: RunContext["log"], advice: readonly Advice[] = []): void {
  for (const { title, text } of advice) log.group(title, text.split("\n"));
}

function logPlan({ log, mode }: RunContext, title: string, plan: Plan<Change>): void {
  for (const note of plan.notes) log.warning(note);
  logAdvice(log, plan.advice);
  const prefix = mode === "apply" ? "To do" : "Would do";
  const lines = [
    ...plan.changes.map(({ target, what, before, after }) => `${prefix}: ${target}: ${what}: ${before} → ${after}`),
    ...plan.unreadable.map(({ target, problem }) => `Unreadable: ${target}: ${problem}`),
    ...plan.skipped.map(({ target, why }) => `Skipped: ${target}: ${why}`),
  ];
  if (lines.length === 0) log.info(`${title}: nothing to do.`);
  else log.group(`${title}: plan`, truncateLines(lines));
}

function outcomeLines(outcomes: Applied<Change>["outcomes"]): readonly string[] {
  const labels = {
    changed: "Done",
    failed: "Failed",
    unknown: "Unknown",
    "not-started": "Not started",
    skipped: "Skipped",
  } as const;
  const isSuccessful = ({ end }: Outcome<Change>) => end === "changed" || end === "skipped";
  const worstFirst = outcomes.toSorted((a, b) => Number(isSuccessful(a)) - Number(isSuccessful(b)));
  return truncateLines(
    worstFirst.map(({ change, end, note }) => `${labels[end]}: ${change.target}: ${note ?? change.what}`),
  );
}

function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LOG_LINES) return lines;
  return [
    ...lines.slice(0, MAX_LOG_LINES),
    `… and ${(lines.length - MAX_LOG_LINES).toLocaleString("en")} more, all in the report.`,
  ];
}
