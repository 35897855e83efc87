import type { Change, ChangeDetail, Outcome } from "@forgehand/tasks/plan";
import type { Report, TaskReport } from "@forgehand/tasks/report/report";
import type { Style } from "../terminal/terminal.ts";

/** One target in the printed report. */
export interface ReportRow {
  readonly label: string;
  readonly style: Style;
  readonly target: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** The reason, if it is not obvious. */
  readonly note?: string | undefined;
  readonly details?: readonly ChangeDetail[] | undefined;
}

const OUTCOMES = {
  failed: { label: "failed", style: "failed" },
  unknown: { label: "unknown", style: "failed" },
  "not-started": { label: "not started", style: "changed" },
  changed: { label: "done", style: "added" },
  skipped: { label: "skipped", style: "muted" },
} as const satisfies Record<Outcome<Change>["end"], { readonly label: string; readonly style: Style }>;

/** Maximum number of skipped targets that are listed one by one. */
const MAX_SKIPPED = 10;

/**
 * Returns the rows of a task, those that need attention first.
 * @param listsAll lists every skipped target instead of counting them by reason
 */
export function reportRows(mode: Report["mode"], task: TaskReport, listsAll: boolean): readonly ReportRow[] {
  const { plan, outcomes, failures } = task;
  const problems = failures.map(({ target, problem, isUnread }) =>
    isUnread ? noteRow("not read", "changed", target, problem) : noteRow("failed", "failed", target, problem),
  );
  const label = mode === "check" ? "drift" : "planned";
  const changes =
    mode === "apply"
      ? outcomes.toSorted((a, b) => rank(a) - rank(b)).map(outcomeRow)
      : plan.changes.map((change) => ({ label, style: "changed" as const, ...changeFields(change) }));
  return [...problems, ...changes, ...skippedRows(plan.skipped, listsAll)];
}

const ORDER = Object.keys(OUTCOMES);
const rank = ({ end }: Outcome<Change>) => ORDER.indexOf(end);

function outcomeRow({ change, end, note }: Outcome<Change>): ReportRow {
  return { ...OUTCOMES[end], ...changeFields(change), note };
}

function changeFields({ target, what, before, after, details }: Change) {
  return { target, what, before, after, details };
}

function skippedRows(skipped: TaskReport["plan"]["skipped"], listsAll: boolean): readonly ReportRow[] {
  const labelOf = (isUnchanged: boolean | undefined) => (isUnchanged ? "unchanged" : "skipped");
  if (listsAll || skipped.length <= MAX_SKIPPED) {
    return skipped.map(({ target, why, isUnchanged }) => noteRow(labelOf(isUnchanged), "muted", target, why));
  }
  const groups = Map.groupBy(skipped, ({ why, isUnchanged }) => JSON.stringify([why, isUnchanged]));
  return Array.from(groups.values(), (group) => {
    const [{ target, why, isUnchanged } = { target: "", why: "" }] = group;
    const name = group.length === 1 ? target : `${group.length.toLocaleString("en")} targets (--all lists them)`;
    return noteRow(labelOf(isUnchanged), "muted", name, why);
  });
}

function noteRow(label: string, style: Style, target: string, note: string): ReportRow {
  return { label, style, target, what: "", before: "", after: "", note };
}
