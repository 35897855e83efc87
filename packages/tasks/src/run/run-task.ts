import type { RunRecorder } from "../cancellation/run-recorder.ts";
import type { Advice, Applied, Change, Outcome, Plan } from "../plan.ts";
import type { TaskPlan, TaskReport } from "../report/report.ts";
import { annotate } from "./annotate.ts";
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
        const applied = mode === "apply" ? await task.apply(run, [], state) : NOTHING_APPLIED;
        const failures = [...plan.unreadable, ...applied.failures];
        return { ...withResults(report, run, applied), outcomes: [], failures };
      }
      recorder.recordPlan(report);
      // A user can take some time to confirm the plan.
      const eta = estimatedEnd && estimatedEnd + run.clock.monotonic() - plannedAt;
      const applied = await task.apply({ ...run, eta }, plan.changes, state);
      const { outcomes, failures } = applied;
      log.group(`${task.title}: outcomes`, outcomeLines(outcomes), "report");
      annotate(
        log.warning,
        failures.map(({ target, problem }) => `${target}: ${problem}`),
      );
      return { ...withResults(report, run, applied), outcomes, failures: [...plan.unreadable, ...failures] };
    },
  };
}

const NOTHING_APPLIED: Applied<never> = { outcomes: [], failures: [] };

/** Logs what is known only after applying, and adds it to the plan. */
function withResults<R extends { readonly plan: Plan<Change> }>(
  report: R,
  { log, mode }: RunContext,
  { notes = [], givenUp = [], advice = [] }: Omit<Applied<Change>, "outcomes" | "failures">,
): R {
  const { plan } = report;
  annotate(log.warning, notes);
  logAdvice(log, advice);
  const allGivenUp = [...(plan.givenUp ?? []), ...givenUp];
  const lines = allGivenUp.filter(({ isNew }) => isNew).map(({ target, problem }) => `${target}: ${problem}`);
  // A plan only fails if something can't be read.
  annotate(mode === "plan" ? log.warning : log.error, lines);
  return {
    ...report,
    plan: {
      ...plan,
      notes: [...plan.notes, ...notes],
      givenUp: allGivenUp,
      advice: [...(plan.advice ?? []), ...advice],
    },
  };
}

function logAdvice(log: RunContext["log"], advice: readonly Advice[] = []): void {
  for (const { title, text } of advice) log.group(title, text.split("\n"), "report");
}

function logPlan({ log, mode }: RunContext, title: string, plan: Plan<Change>): void {
  annotate(log.warning, plan.notes);
  logAdvice(log, plan.advice);
  const prefix = mode === "apply" ? "To do" : "Would do";
  const lines = [
    ...plan.changes.map(({ target, what, before, after }) => `${prefix}: ${target}: ${what}: ${before} → ${after}`),
    ...plan.unreadable.map(({ target, problem }) => `Unreadable: ${target}: ${problem}`),
    ...plan.skipped.map(({ target, why }) => `Skipped: ${target}: ${why}`),
    ...(plan.givenUp ?? []).map(({ target, problem }) => `Given up: ${target}: ${problem}`),
  ];
  if (lines.length === 0) log.info(`${title}: nothing to do.`);
  else log.group(`${title}: plan`, truncateLines(lines), "report");
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
