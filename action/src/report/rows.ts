import type { Change, Outcome } from "@forgehand/tasks/plan";
import type { Report, TaskReport } from "@forgehand/tasks/report/report";
import { type Cell, row } from "./html.ts";

const LABELS = {
  changed: "✅ done",
  failed: "❌ failed",
  unknown: "❓ unknown",
  "not-started": "➖ not started",
  skipped: "➖ skipped",
} as const;

/** Outcomes that need attention come first. */
const DISPLAY_ORDER = ["failed", "unknown", "not-started", "changed", "skipped"] as const;

/** The outcome is next to the target: GitHub cuts off wide tables on the right. */
export const TABLE_HEAD = row("th", ["Target", "Outcome", "Change", "Before", "After"]);

/** Renders a row for each target of a task, those that need attention first. */
export function* rowsOf({ mode }: Pick<Report, "mode">, { plan, outcomes, failures }: TaskReport): Generator<string> {
  const failureGroups = Object.groupBy(failures, ({ isUnread }) => (isUnread ? "unread" : "failed"));
  for (const { target, problem } of failureGroups.failed ?? [])
    yield row("td", [code(target), `❌ ${problem}`, "", "", ""]);
  if (mode !== "apply") {
    const label = mode === "check" ? "✏️ drift" : "✏️ planned";
    for (const change of plan.changes) yield changeRow(change, label);
  } else {
    for (const displayedEnd of DISPLAY_ORDER) {
      for (const outcome of outcomes)
        if (outcome.end === displayedEnd) yield changeRow(outcome.change, outcomeLabel(outcome));
    }
    const keysWithOutcome = new Set(outcomes.map(({ change }) => keyOf(change)));
    for (const change of plan.changes)
      if (!keysWithOutcome.has(keyOf(change))) yield changeRow(change, LABELS["not-started"]);
  }
  for (const { target, problem } of failureGroups.unread ?? [])
    yield row("td", [code(target), `➖ ${problem}`, "", "", ""]);
  for (const { target, why } of plan.skipped) yield row("td", [code(target), `➖ ${why}`, "nothing", "", ""]);
}

function changeRow({ target, what, before, after }: Change, outcome: string): string {
  return row("td", [code(target), outcome, what, code(before), code(after)]);
}

function outcomeLabel({ end, note }: Outcome<Change>): string {
  const label = LABELS[end];
  return note === undefined ? label : `${label.split(" ", 1)[0]} ${note}`;
}

function keyOf({ target, what, after }: Change): string {
  return JSON.stringify([target, what, after]);
}

const code = (text: string): Cell => ({ code: text });
