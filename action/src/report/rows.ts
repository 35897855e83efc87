import type { Change, Outcome } from "../plan.ts";
import { type Cell, row } from "./html.ts";
import type { Report, TaskReport } from "./report.ts";

const MARKS = {
  changed: "✅ done",
  failed: "❌ failed",
  unknown: "❓ unknown",
  "not begun": "➖ not begun",
  "left alone": "➖ left alone",
} as const;

/** What needs somebody comes first. */
const ORDER = ["failed", "unknown", "not begun", "changed", "left alone"] as const;

/** How it ended stands by its target: a table too wide for its page is cut off on the right. */
export const HEAD = row("th", ["Target", "Outcome", "Change", "Before", "After"]);

/** What a task came to: a row for each target, those first that somebody should look at. */
export function* rowsOf({ mode }: Pick<Report, "mode">, { plan, outcomes, failures }: TaskReport): Generator<string> {
  const byEnd = Object.groupBy(failures, ({ isUnread }) => (isUnread ? "unread" : "failed"));
  for (const { target, problem } of byEnd.failed ?? []) yield row("td", [code(target), `❌ ${problem}`, "", "", ""]);
  if (mode !== "apply") {
    const mark = mode === "check" ? "✏️ drift" : "✏️ planned";
    for (const change of plan.changes) yield changeRow(change, mark);
  } else {
    for (const wanted of ORDER) {
      for (const outcome of outcomes) if (outcome.end === wanted) yield changeRow(outcome.change, markOf(outcome));
    }
    const told = new Set(outcomes.map(({ change }) => keyOf(change)));
    for (const change of plan.changes) if (!told.has(keyOf(change))) yield changeRow(change, MARKS["not begun"]);
  }
  for (const { target, problem } of byEnd.unread ?? []) yield row("td", [code(target), `➖ ${problem}`, "", "", ""]);
  for (const { target, why } of plan.skipped) yield row("td", [code(target), `➖ ${why}`, "nothing", "", ""]);
}

function changeRow({ target, what, before, after }: Change, outcome: string): string {
  return row("td", [code(target), outcome, what, code(before), code(after)]);
}

function markOf({ end, note }: Outcome<Change>): string {
  const mark = MARKS[end];
  return note === undefined ? mark : `${mark.split(" ", 1)[0]} ${note}`;
}

function keyOf({ target, what, after }: Change): string {
  return JSON.stringify([target, what, after]);
}

const code = (text: string): Cell => ({ code: text });
