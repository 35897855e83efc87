import type { Advice, Applied, Change, Outcome, Plan } from "../plan.ts";
import type { TaskReport } from "../report/report.ts";
import type { Task } from "../task.ts";
import type { Chronicle } from "./ending/chronicle.ts";
import { tellEstimate } from "./progress/tell-estimate.ts";
import type { Run } from "./run.ts";

/** Lines of a plan that the log shows: the summary and the report have all of it. */
const SHOWN = 200;

/**
 * Runs a task over its entries: read, plan, and in `apply` the changes.
 * @throws Problem or ForgeError where there is nothing to plan
 */
export async function runTask<Entry, State, C extends Change>(
  run: Run,
  task: Task<Entry, State, C>,
  entries: readonly Entry[],
  chronicle: Chronicle,
): Promise<TaskReport> {
  const { log, mode } = run;
  const state = await task.read(run, entries);
  const plan = task.plan(state);
  tellPlan(run, task.title, plan);
  const report = { task: task.name, title: task.title, plan };
  const eta = await tellEstimate(run, task, plan.changes);
  if (mode !== "apply" || plan.changes.length === 0) {
    // What the next run needs is kept even where there is nothing to change.
    const { failures, advice } =
      mode === "apply" ? await task.apply(run, [], state) : { failures: [], advice: undefined };
    return { ...withAdvice(report, run, advice), outcomes: [], failures: [...plan.unreadable, ...failures] };
  }
  chronicle.planned(report);
  const { outcomes, failures, advice } = await task.apply({ ...run, eta }, plan.changes, state);
  log.group(`${task.title}: what came of it`, outcomesLines(outcomes));
  for (const { target, problem } of failures) log.warning(`${target}: ${problem}`);
  return { ...withAdvice(report, run, advice), outcomes, failures: [...plan.unreadable, ...failures] };
}

/** What only shows when everything is done stands with what the plan had to say. */
function withAdvice<R extends { readonly plan: Plan<Change> }>(
  report: R,
  { log }: Run,
  advice: readonly Advice[] = [],
): R {
  tellAdvice(log, advice);
  if (advice.length === 0) return report;
  return { ...report, plan: { ...report.plan, advice: [...(report.plan.advice ?? []), ...advice] } };
}

function tellAdvice(log: Run["log"], advice: readonly Advice[] = []): void {
  for (const { title, text } of advice) log.group(title, text.split("\n"));
}

function tellPlan({ log, mode }: Run, title: string, plan: Plan<Change>): void {
  for (const note of plan.notes) log.warning(note);
  tellAdvice(log, plan.advice);
  const does = mode === "apply" ? "To do" : "Would do";
  const lines = [
    ...plan.changes.map(({ target, what, before, after }) => `${does}: ${target}: ${what}: ${before} → ${after}`),
    ...plan.unreadable.map(({ target, problem }) => `Can't tell: ${target}: ${problem}`),
    ...plan.skipped.map(({ target, why }) => `Left alone: ${target}: ${why}`),
  ];
  if (lines.length === 0) log.info(`${title}: there is nothing to do.`);
  else log.group(`${title}: the plan`, atMost(lines));
}

function outcomesLines(outcomes: Applied<Change>["outcomes"]): readonly string[] {
  const words = {
    ...{ changed: "Done", failed: "Failed", unknown: "Unknown" },
    ...{ "not begun": "Not begun", "left alone": "Left alone" },
  } as const;
  const isWell = ({ end }: Outcome<Change>) => end === "changed" || end === "left alone";
  const worst = outcomes.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)));
  return atMost(worst.map(({ change, end, note }) => `${words[end]}: ${change.target}: ${note ?? change.what}`));
}

function atMost(lines: readonly string[]): readonly string[] {
  if (lines.length <= SHOWN) return lines;
  return [...lines.slice(0, SHOWN), `… and ${(lines.length - SHOWN).toLocaleString("en")} more, all in the report.`];
}
