import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setOutput, summary } from "@actions/core";
import type { InputValue } from "./inputs.ts";
import type { Change, Outcome, Plan } from "./task.ts";

/** What a run planned and what came of it. */
export interface Report {
  readonly title: string;
  readonly mode: InputValue<"mode">;
  readonly plan: Plan<Change>;
  readonly outcomes: readonly Outcome<Change>[];
}

/** Changes that did not succeed; in `check`, every one that would be needed. */
export function failuresOf({ mode, plan, outcomes }: Report): number {
  return mode === "check" ? plan.changes.length : outcomes.filter(({ problem }) => problem !== undefined).length;
}

/** Sets the outputs, and writes the report's file and the job summary. */
export async function publish(report: Report): Promise<void> {
  const { plan, outcomes, mode } = report;
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length;
  const file = join(process.env["RUNNER_TEMP"] || tmpdir(), `forgehand-report-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(report, null, 2));
  setOutput("changed", mode === "apply" ? outcomes.length - failed : plan.changes.length);
  setOutput("failed", failed);
  setOutput("skipped", plan.skipped.length);
  setOutput("plan", JSON.stringify(plan));
  setOutput("report", file);
  await writeSummary(report);
}

/** Puts a failure that left nothing to report into the job summary. */
export async function publishFailure(title: string, problem: string): Promise<void> {
  summary.addHeading(escapeHtml(title), 2).addRaw(`❌ ${escapeHtml(problem)}`, true);
  await write();
}

async function writeSummary(report: Report): Promise<void> {
  const { title, mode, plan, outcomes } = report;
  const problems = new Map(outcomes.map(({ change, problem }) => [change, problem]));
  const state = (change: Change) => {
    if (mode !== "apply") return mode === "check" ? "✏️ drift" : "✏️ planned";
    const problem = problems.get(change);
    return problem === undefined ? "✅ done" : `❌ ${problem}`;
  };
  summary.addHeading(escapeHtml(title), 2).addRaw(escapeHtml(headline(report)), true);
  const rows = [
    ...plan.changes.map((change) => [change.target, change.what, change.before, change.after, state(change)]),
    ...plan.skipped.map(({ target, why }) => [target, "nothing", "", "", `➖ ${why}`]),
  ];
  if (rows.length > 0) {
    const header = ["Target", "Change", "Before", "After", "Outcome"].map((data) => ({ data, header: true }));
    summary.addTable([header, ...rows.map((cells) => cells.map((data) => escapeHtml(data)))]);
  }
  for (const note of plan.notes) summary.addQuote(`⚠️ ${escapeHtml(note)}`);
  await write();
}

/** The run in one sentence. */
export function headline({ mode, plan, outcomes }: Report): string {
  const count = (n: number, what: string) => `${n} ${what}`;
  const skipped = count(plan.skipped.length, "left alone");
  if (mode !== "apply") {
    const verb = mode === "check" ? "differ from what is wanted" : "would be changed (nothing was)";
    return `${count(plan.changes.length, verb)}, ${skipped}.`;
  }
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length;
  return `${count(outcomes.length - failed, "changed")}, ${count(failed, "failed")}, ${skipped}.`;
}

async function write(): Promise<void> {
  // Outside a job there is no summary to write to.
  if (process.env["GITHUB_STEP_SUMMARY"]) await summary.write();
}

/** The toolkit writes cells as they are: names must not become markup. */
function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
