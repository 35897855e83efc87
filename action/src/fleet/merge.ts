import type { Failure } from "@forgehand/tasks/plan";
import { headline, type Report, type TaskReport } from "@forgehand/tasks/report/report";

/** A report and the file it was read from. */
export interface CollectedReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * Merges the reports of a fleet's shards. Of two reports by the same step on the same shard, the newer one counts.
 * @param expected names of the expected shards; undefined if not known
 * @param problems failures so far, such as unreadable files
 */
export function merge(
  collected: readonly CollectedReport[],
  expected: readonly string[] | undefined,
  problems: readonly Failure[],
): Pick<Report, "mode" | "cancelled" | "webUrl" | "calls" | "seconds" | "tasks" | "problems" | "shards"> {
  const newest = newestOf(collected.map(({ report }) => report).filter(({ shards }) => shards === undefined));
  const reportedShards = new Set(newest.map(shardName));
  const missing = (expected ?? []).filter((shard) => !reportedShards.has(shard.toLowerCase()));
  const modes = [...new Set(newest.map(({ mode }) => mode))];
  const webUrls = new Set(newest.map(({ webUrl }) => webUrl));
  return {
    // If any shard applied changes, the merged report is of mode `apply`.
    mode: modes.find((mode) => mode === "apply") ?? modes.find((mode) => mode === "check") ?? modes[0] ?? "plan",
    cancelled: newest.some(({ cancelled }) => cancelled),
    webUrl: webUrls.size === 1 ? [...webUrls][0] : undefined,
    calls: newest.reduce((sum, { calls }) => sum + calls, 0),
    seconds: Math.max(0, ...newest.map(({ seconds }) => seconds)),
    tasks: mergedTasks(newest),
    problems: [
      ...problems,
      ...missing.map((shard) => ({
        target: `shard ${shard}`,
        problem: "has no report; its job may have been cancelled",
      })),
      ...(modes.length > 1
        ? [
            {
              target: "reports",
              problem: `must be of one mode, got ${modes.join(", ")}. Merge the reports of one run only.`,
            },
          ]
        : []),
      ...newest.flatMap((report) => report.problems ?? []),
    ],
    shards: newest.map((report) => ({
      shard: report.shard ?? "all",
      attempt: report.attempt,
      cancelled: report.cancelled,
      headline: headline(report),
    })),
  };
}

function newestOf(reports: readonly Report[]): readonly Report[] {
  const newest = new Map<string, Report>();
  for (const report of reports) {
    const key = JSON.stringify([report.step, shardName(report)]);
    const current = newest.get(key);
    if (!current || isNewer(report, current)) newest.set(key, report);
  }
  const byShard = new Intl.Collator("en", { numeric: true });
  return [...newest.values()].sort((a, b) => byShard.compare(shardName(a), shardName(b)) || a.at.localeCompare(b.at));
}

function isNewer(a: Report, b: Report): boolean {
  return a.attempt === b.attempt ? Date.parse(a.at) > Date.parse(b.at) : a.attempt > b.attempt;
}

function shardName({ shard }: Pick<Report, "shard">): string {
  return shard?.toLowerCase() ?? "";
}

/** Merges a task's reports; identical notes and failures are listed once. */
function mergedTasks(reports: readonly Report[]): readonly TaskReport[] {
  const taskReports = reports.flatMap(({ tasks }) => tasks);
  return [...new Set(taskReports.map(({ task }) => task))].map((task): TaskReport => {
    const reportsOfTask = taskReports.filter((report) => report.task === task);
    return {
      task,
      title: reportsOfTask[0]?.title ?? task,
      plan: {
        changes: reportsOfTask.flatMap(({ plan }) => plan.changes),
        skipped: unique(reportsOfTask.flatMap(({ plan }) => plan.skipped)),
        unreadable: unique(reportsOfTask.flatMap(({ plan }) => plan.unreadable)),
        notes: unique(reportsOfTask.flatMap(({ plan }) => plan.notes)),
        givenUp: unique(reportsOfTask.flatMap(({ plan }) => plan.givenUp ?? [])),
        advice: unique(reportsOfTask.flatMap(({ plan }) => plan.advice ?? [])),
      },
      outcomes: reportsOfTask.flatMap(({ outcomes }) => outcomes),
      failures: unique(reportsOfTask.flatMap(({ failures }) => failures)),
    };
  });
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
