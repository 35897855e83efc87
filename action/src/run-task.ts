import { info, warning } from "@actions/core";
import type { Client } from "@forgehand/core";
import type { InputValue } from "./inputs.ts";
import { oneLine, Problem, problemOf } from "./problem.ts";
import type { Report } from "./report.ts";
import type { Applied, Change, Failure, Outcome, Task } from "./task.ts";

/**
 * Runs a task in a mode: read, plan, and in `apply` each change on its own, so that one that fails holds up no other.
 * @throws Problem or ForgeError where there is nothing to plan
 */
export async function runTask<Options, State, C extends Change>(
  task: Task<Options, State, C>,
  mode: InputValue<"mode">,
  connect: () => Client,
): Promise<Report> {
  if (!task.modes.includes(mode)) {
    const modes = task.modes.join(" and ");
    throw new Problem(`The input "mode" is "${mode}", which this task doesn't know: it has ${modes}.`);
  }
  // Every input is read before the first call.
  const options = task.options();
  const client = connect();
  const state = await task.read(client, options);
  const plan = task.plan(state, options);
  for (const note of plan.notes) warning(note);
  for (const { target, what } of plan.changes) tell(mode === "apply" ? "To do" : "Would do", target, what);
  for (const { target, why } of plan.skipped) tell("Left alone", target, why);
  tellFailures(plan.unreadable);
  const report = { title: task.title, mode, plan };
  if (mode !== "apply") return { ...report, outcomes: [], failures: plan.unreadable };

  const applied: Applied<C>[] = [];
  const failed: Outcome<C>[] = [];
  for (const change of plan.changes) {
    try {
      applied.push({ change, at: await task.apply(client, change, options) });
    } catch (error) {
      failed.push({ change, problem: problemOf(error) });
    }
  }
  const outcomes = [...(applied.length === 0 ? [] : await task.verify(client, applied, options)), ...failed];
  for (const { change, problem, note } of outcomes) {
    tell(problem ? "Failed" : "Done", change.target, problem ?? note ?? change.what);
  }
  const unkept = (await task.finish?.(client, state, outcomes, options)) ?? [];
  tellFailures(unkept);
  return { ...report, outcomes, failures: [...plan.unreadable, ...unkept] };
}

function tellFailures(failures: readonly Failure[]): void {
  for (const { target, problem } of failures) tell("Failed", target, problem);
}

function tell(what: string, target: string, more: string): void {
  info(oneLine(`${what}: ${target}: ${more}`));
}
