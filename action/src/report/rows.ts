import type { ChangeState, ReportedChange, ReportedTarget } from "@forgehand/tasks/report/report-sections";
import { pageOf } from "@forgehand/tasks/report/web-page";
import type { TaskName } from "@forgehand/tasks/settings/values";
import { code, link, row, text } from "./html.ts";

/** Context that links are built from. */
export interface LinkContext {
  readonly task: TaskName;
  readonly webUrl: string | undefined;
}

const STATES: Readonly<Record<ChangeState, readonly [mark: string, label: string]>> = {
  failed: ["❌", "failed"],
  unknown: ["❓", "unknown"],
  "not-started": ["➖", "not started"],
  changed: ["✅", "done"],
  skipped: ["➖", "skipped"],
  planned: ["✏️", "planned"],
  drift: ["✏️", "drift"],
};

/** Notes of these states are problems, which get a row of their own. */
const HAS_PROBLEM: ReadonlySet<ChangeState> = new Set(["failed", "unknown", "not-started"]);

export const CHANGE_HEAD = row("th", ["Target", "Before", "After"]);
const COLUMNS = 3;

/** Renders a change: a row, one for its problem, and one for each of its details. */
export function changeRows({ change, state, note }: ReportedChange, context: LinkContext): string {
  const { target, what, before, after, details = [] } = change;
  const [mark, label] = STATES[state];
  const problem = HAS_PROBLEM.has(state) ? note : undefined;
  const result = problem === undefined && note !== undefined ? note : label;
  const head = `${targetName(target, context)}<br>${text(`${mark} ${result}`)}<br>${text(what)}`;
  return [
    row("td", [head, code(before), code(after)]),
    ...(problem === undefined ? [] : [row("td", [text(`${mark} ${problem}`)], COLUMNS)]),
    ...details.map((detail) => row("td", [text(`↳ ${detail.label}`), code(detail.before), code(detail.after)])),
  ].join("");
}

/** Renders a target and a text about it. */
export function targetRow({ target, text: about }: ReportedTarget, mark: string, context: LinkContext): string {
  return row("td", [targetName(target, context), text(mark === "" ? about : `${mark} ${about}`)]);
}

function targetName(target: string, { task, webUrl }: LinkContext): string {
  return link(pageOf(target, task, webUrl), code(target.replaceAll("\n", " ")));
}
