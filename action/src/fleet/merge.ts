import type { Failure } from "../plan.ts";
import { headline, type Report, type TaskReport } from "../report/report.ts";

/** A report, with the file that it came in. */
export interface Gathered {
  readonly file: string;
  readonly report: Report;
}

/**
 * Makes one report of those of a fleet's shards. Of two that the same step wrote about the same shard, the newer one counts.
 * @param expected the shards that there should be; undefined where nobody says
 * @param problems what else is wrong already: files that can't be read
 */
export function merge(
  gathered: readonly Gathered[],
  expected: readonly string[] | undefined,
  problems: readonly Failure[],
): Pick<Report, "mode" | "cancelled" | "tasks" | "problems" | "shards"> {
  const newest = newestOf(gathered.map(({ report }) => report).filter(({ shards }) => shards === undefined));
  const seen = new Set(newest.map(shardName));
  const missing = (expected ?? []).filter((shard) => !seen.has(shard.toLowerCase()));
  const modes = [...new Set(newest.map(({ mode }) => mode))];
  return {
    // What was applied is told as that, whatever the others did.
    mode: modes.find((mode) => mode === "apply") ?? modes.find((mode) => mode === "check") ?? modes[0] ?? "plan",
    cancelled: newest.some(({ cancelled }) => cancelled),
    tasks: mergedTasks(newest),
    problems: [
      ...problems,
      ...missing.map((shard) => ({ target: `the shard ${shard}`, problem: "left no report: was its job cancelled?" })),
      ...(modes.length > 1
        ? [{ target: "the reports", problem: `are of several modes: ${modes.join(", ")}. Merge those of one run` }]
        : []),
      ...newest.flatMap((report) => report.problems ?? []),
    ],
    shards: newest.map((report) => ({
      shard: report.shard ?? "all",
      attempt: report.attempt,
      cancelled: report.cancelled,
      came: headline(report),
    })),
  };
}

function newestOf(reports: readonly Report[]): readonly Report[] {
  const newest = new Map<string, Report>();
  for (const report of reports) {
    const key = JSON.stringify([report.step, shardName(report)]);
    const known = newest.get(key);
    if (!known || isNewer(report, known)) newest.set(key, report);
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

/** A task's reports as one: what several shards say alike, once. */
function mergedTasks(reports: readonly Report[]): readonly TaskReport[] {
  const all = reports.flatMap(({ tasks }) => tasks);
  return [...new Set(all.map(({ task }) => task))].map((task): TaskReport => {
    const same = all.filter((one) => one.task === task);
    return {
      task,
      title: same[0]?.title ?? task,
      plan: {
        changes: same.flatMap(({ plan }) => plan.changes),
        skipped: different(same.flatMap(({ plan }) => plan.skipped)),
        unreadable: different(same.flatMap(({ plan }) => plan.unreadable)),
        notes: different(same.flatMap(({ plan }) => plan.notes)),
        advice: different(same.flatMap(({ plan }) => plan.advice ?? [])),
      },
      outcomes: same.flatMap(({ outcomes }) => outcomes),
      failures: different(same.flatMap(({ failures }) => failures)),
    };
  });
}

function different<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
