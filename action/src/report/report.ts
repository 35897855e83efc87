import type { Change, Failure, Outcome, Plan } from "../plan.ts";
import type { Mode, TaskName } from "../settings/values.ts";
import { shortened } from "./html.ts";

/** What a run planned and what came of it: the file that the output `report` names. */
export interface Report {
  /** Of this form; another form is another number. */
  readonly version: 1;
  readonly mode: Mode;
  /** Which part of the targets it was about; undefined: all of them. */
  readonly shard?: string | undefined;
  /** Which step of which workflow wrote it. */
  readonly step: string;
  /** When it was written, and in which attempt of its workflow run: of two about the same, the newer one counts. */
  readonly at: string;
  readonly attempt: number;
  readonly cancelled: boolean;
  readonly tasks: readonly TaskReport[];
  /** What went wrong beside the tasks: a shard that left no report. */
  readonly problems?: readonly Failure[] | undefined;
  /** Of which shards it tells, where it was made of their reports. */
  readonly shards?: readonly ShardReport[] | undefined;
}

/** What one shard of a fleet came to. */
export interface ShardReport {
  readonly shard: string;
  readonly attempt: number;
  readonly cancelled: boolean;
  /** Its run in one sentence. */
  readonly came: string;
}

/** The same for one task. */
export interface TaskReport {
  readonly task: TaskName;
  readonly title: string;
  readonly plan: Plan<Change>;
  readonly outcomes: readonly Outcome<Change>[];
  /** What else went wrong, before and after the changes. */
  readonly failures: readonly Failure[];
}

/** What counts of a report. */
type Outcomes = Pick<Report, "mode" | "tasks" | "problems">;

/** How many targets came to what. */
export interface Counts {
  /** In `plan` and `check`, would be. */
  readonly changed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly notBegun: number;
  readonly skipped: number;
}

/** Counts how targets ended; where nothing is applied, how they would. */
export function countsOf({ mode, tasks, problems = [] }: Outcomes): Counts {
  const ended = (wanted: Outcome<Change>["end"]) => sum(tasks, ({ outcomes }) => count(outcomes, wanted));
  return {
    changed: mode === "apply" ? ended("changed") : sum(tasks, ({ plan }) => plan.changes.length),
    failed: ended("failed") + sum(tasks, ({ failures }) => failures.length - countUnread(failures)) + problems.length,
    unknown: ended("unknown"),
    notBegun: ended("not begun") + sum(tasks, ({ failures }) => countUnread(failures)),
    skipped: ended("left alone") + sum(tasks, ({ plan }) => plan.skipped.length),
  };
}

const countUnread = (failures: readonly Failure[]) => failures.filter(({ isUnread }) => isUnread).length;

function count(outcomes: readonly Outcome<Change>[], wanted: Outcome<Change>["end"]): number {
  return outcomes.filter(({ end }) => end === wanted).length;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Everything that went wrong, each with its target; in `check`, every change that would be needed too. */
function failuresOf({ mode, tasks, problems = [] }: Outcomes): readonly Failure[] {
  const ofTasks = tasks.flatMap(({ plan, outcomes, failures }) => [
    ...(mode === "check" ? plan.changes.map(driftOf) : []),
    ...outcomes.flatMap(({ change, end, note }) =>
      end === "changed" || end === "left alone" ? [] : { target: change.target, problem: note ?? end },
    ),
    ...failures,
  ]);
  return [...problems, ...ofTasks];
}

function driftOf({ target, before, after, drift }: Change): Failure {
  return { target, problem: drift ?? `${before} → ${after}` };
}

/** The run in one sentence. */
export function headline(report: Outcomes): string {
  const { changed, failed, unknown, notBegun, skipped } = countsOf(report);
  const parts: (readonly [count: number, what: string])[] =
    report.mode === "apply"
      ? [
          [changed, "changed"],
          [failed, "failed"],
          ...(unknown === 0 ? [] : ([[unknown, "unknown"]] as const)),
          ...(notBegun === 0 ? [] : ([[notBegun, "not begun"]] as const)),
        ]
      : [
          [changed, report.mode === "check" ? drift(changed) : "would be changed (nothing was)"],
          ...(failed === 0 ? [] : ([[failed, "failed"]] as const)),
          ...(notBegun === 0 ? [] : ([[notBegun, "not read"]] as const)),
        ];
  return `${[...parts, [skipped, "left alone"] as const].map(([count, what]) => `${count.toLocaleString("en")} ${what}`).join(", ")}.`;
}

const drift = (count: number) => `${count === 1 ? "differs" : "differ"} from what is wanted`;

/** Characters of a problem that the run's last line shows. */
const LONGEST_PROBLEM = 1000;

/** The run's failure in one line, with the first of what went wrong. @returns undefined where nothing did */
export function verdict(report: Report): string | undefined {
  const [first, ...others] = failuresOf(report);
  if (!first) return report.cancelled ? `The run was cancelled. ${headline(report)}` : undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length.toLocaleString("en")} more)`;
  const cancelled = report.cancelled ? "The run was cancelled. " : "";
  return `${cancelled}${headline(report)} ${first.target}: ${shortened(first.problem, LONGEST_PROBLEM)}${more}`;
}
