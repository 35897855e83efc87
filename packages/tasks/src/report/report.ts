import type { Change, Failure, GivenUp, Outcome, Plan } from "../plan.ts";
import type { Mode, TaskName } from "../settings/values.ts";
import { truncate } from "./truncate.ts";

/** Requests and time that a run took. */
export interface RunUsage {
  /** Number of requests sent to the API, including retries. */
  readonly calls: number;
  /** Duration of the run, in tenths; of merged reports, that of the longest shard. */
  readonly seconds: number;
}

/** A run's plan and outcomes: the file that the output `report` names. */
export interface Report extends RunUsage {
  /** Version of this format. */
  readonly version: 1;
  readonly mode: Mode;
  /** The shard that the run handled; undefined: all targets. */
  readonly shard?: string | undefined;
  /** Address of the service's web pages, for links; undefined if not known. */
  readonly webUrl?: string | undefined;
  /** Workflow, job and step that wrote it. */
  readonly step: string;
  /** Time of writing, and attempt of the workflow run. Of two reports on the same shard, the newer one counts. */
  readonly at: string;
  readonly attempt: number;
  readonly cancelled: boolean;
  readonly tasks: readonly TaskReport[];
  /** Failures outside of tasks, such as a shard without a report. */
  readonly problems?: readonly Failure[] | undefined;
  /** The merged shards, if the report was merged. */
  readonly shards?: readonly ShardReport[] | undefined;
}

/** Summary of a shard's report. */
export interface ShardReport {
  readonly shard: string;
  readonly attempt: number;
  readonly cancelled: boolean;
  /** One-sentence summary of its run. */
  readonly headline: string;
}

export interface TaskReport {
  readonly task: TaskName;
  readonly title: string;
  readonly plan: Plan<Change>;
  readonly outcomes: readonly Outcome<Change>[];
  /** Failures other than changes. */
  readonly failures: readonly Failure[];
}

/** A task's plan, before it has an outcome. */
export type TaskPlan = Pick<TaskReport, "task" | "title" | "plan">;

/** The part of a report that is counted. */
type ReportOutcomes = Pick<Report, "mode" | "tasks" | "problems">;

/** Number of targets by outcome. */
export interface ReportCounts {
  /** In modes `plan` and `check`: targets that would be changed. */
  readonly changed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly notStarted: number;
  readonly skipped: number;
  /** Targets that are not tried again, which this run is the first to report. */
  readonly givenUp: number;
  /** The same, reported by an earlier run. */
  readonly givenUpBefore: number;
}

/** Counts targets by outcome; if nothing is applied, by expected outcome. */
export function countsOf({ mode, tasks, problems = [] }: ReportOutcomes): ReportCounts {
  const countEnded = (expectedEnd: Outcome<Change>["end"]) =>
    sum(tasks, ({ outcomes }) => count(outcomes, expectedEnd));
  return {
    changed: mode === "apply" ? countEnded("changed") : sum(tasks, ({ plan }) => plan.changes.length),
    failed:
      countEnded("failed") + sum(tasks, ({ failures }) => failures.length - countUnread(failures)) + problems.length,
    unknown: countEnded("unknown"),
    notStarted: countEnded("not-started") + sum(tasks, ({ failures }) => countUnread(failures)),
    skipped: countEnded("skipped") + sum(tasks, ({ plan }) => plan.skipped.length),
    givenUp: sum(tasks, ({ plan }) => countGivenUp(plan, true)),
    givenUpBefore: sum(tasks, ({ plan }) => countGivenUp(plan, false)),
  };
}

function countGivenUp({ givenUp = [] }: Plan<Change>, isNew: boolean): number {
  return sum(givenUp, (item) => (item.isNew === isNew ? (item.count ?? 1) : 0));
}

const countUnread = (failures: readonly Failure[]) => failures.filter(({ isUnread }) => isUnread).length;

function count(outcomes: readonly Outcome<Change>[], expectedEnd: Outcome<Change>["end"]): number {
  return outcomes.filter(({ end }) => end === expectedEnd).length;
}

function sum<T>(items: readonly T[], countItem: (item: T) => number): number {
  return items.reduce((total, item) => total + countItem(item), 0);
}

/** Returns all failures; in mode `check`, also every change that would be needed. */
function failuresOf({ mode, tasks, problems = [] }: ReportOutcomes): readonly Failure[] {
  const taskFailures = tasks.flatMap(({ plan, outcomes, failures }) => [
    ...(mode === "check" ? plan.changes.map(driftOf) : []),
    ...outcomes.flatMap(({ change, end, note }) =>
      end === "changed" || end === "skipped" ? [] : { target: change.target, problem: note ?? end },
    ),
    ...(mode === "plan" ? [] : newlyGivenUp(plan, outcomes)),
    ...failures,
  ]);
  return [...problems, ...taskFailures];
}

/** Returns the targets that are not tried again after this run, except those that have an outcome. */
export function newlyGivenUp({ givenUp = [] }: Plan<Change>, outcomes: readonly Outcome<Change>[]): readonly GivenUp[] {
  const withOutcome = new Set(outcomes.map(({ change }) => change.target));
  return givenUp.filter(({ target, isNew }) => isNew && !withOutcome.has(target));
}

function driftOf({ target, before, after, drift }: Change): Failure {
  return { target, problem: drift ?? `${before} → ${after}` };
}

/** Summarizes the run in one sentence. */
export function headline(report: ReportOutcomes): string {
  const { changed, failed, unknown, notStarted, skipped, givenUp, givenUpBefore } = countsOf(report);
  const parts: (readonly [count: number, label: string])[] =
    report.mode === "apply"
      ? [
          [changed, "changed"],
          [failed, "failed"],
          ...(unknown === 0 ? [] : ([[unknown, "unknown"]] as const)),
          ...(notStarted === 0 ? [] : ([[notStarted, "not started"]] as const)),
        ]
      : [
          [changed, report.mode === "check" ? differsFrom(changed) : "would be changed (nothing was)"],
          ...(failed === 0 ? [] : ([[failed, "failed"]] as const)),
          ...(notStarted === 0 ? [] : ([[notStarted, "not read"]] as const)),
        ];
  const last: typeof parts = [
    [skipped, "skipped"],
    ...(givenUp === 0 ? [] : ([[givenUp, "given up"]] as const)),
    ...(givenUpBefore === 0 ? [] : ([[givenUpBefore, "given up before"]] as const)),
  ];
  return `${[...parts, ...last].map(([count, label]) => `${count.toLocaleString("en")} ${label}`).join(", ")}.`;
}

/** Describes the whole run in one line: what changed, how many calls it took and how long. */
export function conclusion(report: Report): string {
  const { mode, tasks, problems = [] } = report;
  const results = tasks.map((task) => `${task.title}: ${headline({ mode, tasks: [task] })}`);
  // Problems belong to no task.
  const result = results.length === 0 || problems.length > 0 ? headline(report) : results.join(" ");
  return `${result} ${describeUsage(report)}`;
}

/** Formats the usage of a run, such as `27 calls in 4.2 s.` */
export function describeUsage({ calls, seconds, shards = [] }: RunUsage & Pick<Report, "shards">): string {
  const suffix = shards.length > 1 ? " (the longest shard)" : "";
  return `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in ${seconds.toLocaleString("en")} s${suffix}.`;
}

const differsFrom = (count: number) => `${count === 1 ? "differs" : "differ"} from the configuration`;

/** Maximum length of a problem in the run's last line. */
const MAX_PROBLEM_LENGTH = 1000;

/**
 * Describes the run's failure in one line, starting with the first problem.
 * @returns undefined if nothing failed
 */
export function failureMessage(report: Report): string | undefined {
  const [first, ...others] = failuresOf(report);
  if (!first) return report.cancelled ? `The run was cancelled. ${headline(report)}` : undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length.toLocaleString("en")} more)`;
  const cancelled = report.cancelled ? "The run was cancelled. " : "";
  return `${cancelled}${headline(report)} ${first.target}: ${truncate(first.problem, MAX_PROBLEM_LENGTH)}${more}`;
}
