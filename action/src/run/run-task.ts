import { estimate } from "@forgehand/core";
import type { TaskReport } from "../report/report.ts";
import type { Applied, Change, Plan, Task } from "../task.ts";
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
): Promise<TaskReport> {
  const { log, mode } = run;
  const state = await task.read(run, entries);
  const plan = task.plan(state);
  tellPlan(run, task.title, plan);
  const report = { task: task.name, title: task.title, plan };
  if (mode !== "apply" || plan.changes.length === 0) {
    // What the next run needs is kept even where there is nothing to change.
    const failures = mode === "apply" ? (await task.apply(run, [], state)).failures : [];
    return { ...report, outcomes: [], failures: [...plan.unreadable, ...failures] };
  }
  tellEstimate(run, task, plan.changes);
  const { outcomes, failures } = await task.apply(run, plan.changes, state);
  log.group(`${task.title}: what came of it`, outcomesLines(outcomes));
  for (const { target, problem } of failures) log.warning(`${target}: ${problem}`);
  return { ...report, outcomes, failures: [...plan.unreadable, ...failures] };
}

function tellPlan({ log, mode }: Run, title: string, plan: Plan<Change>): void {
  for (const note of plan.notes) log.warning(note);
  const does = mode === "apply" ? "To do" : "Would do";
  log.group(
    `${title}: the plan`,
    shortened([
      ...plan.changes.map(({ target, what, before, after }) => `${does}: ${target}: ${what}: ${before} → ${after}`),
      ...plan.unreadable.map(({ target, problem }) => `Can't tell: ${target}: ${problem}`),
      ...plan.skipped.map(({ target, why }) => `Left alone: ${target}: ${why}`),
    ]),
  );
}

function tellEstimate<C extends Change>(
  { log, clock }: Run,
  { title, calls: callsOf }: Pick<Task<never, never, C>, "title" | "calls">,
  changes: readonly C[],
): void {
  const { calls, minimum, eta } = estimate(callsOf(changes), { from: new Date(clock.now()) });
  if (calls === 0) return;
  const least = minimum < 1 ? "" : `, which the limits let through in ${duration(minimum)} at the least`;
  log.info(`${title}: ${calls.toLocaleString("en")} calls${least}; done at about ${eta.toISOString()}.`);
}

function outcomesLines(outcomes: Applied<Change>["outcomes"]): readonly string[] {
  const words = { changed: "Done", failed: "Failed", unknown: "Unknown", "not begun": "Not begun" } as const;
  const worst = outcomes.toSorted((a, b) => Number(a.end === "changed") - Number(b.end === "changed"));
  return shortened(worst.map(({ change, end, note }) => `${words[end]}: ${change.target}: ${note ?? change.what}`));
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= SHOWN) return lines;
  return [...lines.slice(0, SHOWN), `… and ${(lines.length - SHOWN).toLocaleString("en")} more, all in the report.`];
}

/** `2 min 30 s` */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`].filter(Boolean);
  return parts.slice(0, 2).join(" ") || "0 s";
}
