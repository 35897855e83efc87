import type { CachedPage } from "../cache/cached-data.ts";
import type { ControlId, PartialControlStates } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import type { Subject } from "../page/parse-page.ts";
import { createTaskQueue } from "../task-queue.ts";
import { WorkerCallError } from "../ui/call-worker.ts";
import { countdownTo } from "../ui/countdown.ts";
import type { ControlView } from "../ui/view.ts";

/** Maximum number of concurrent requests. */
const CONCURRENCY = 3;

/**
 * Time that a row must be visible before its state is requested, in milliseconds. Rows that are scrolled past cause no
 * requests.
 */
const VISIBLE_DELAY = 150;

/** Time for which a row's state counts as fresh, in milliseconds, so that scrolling back causes no requests. */
const FRESH_FOR = 10_000;

/** Reads the states of a page's rows, a few at a time. */
export interface RowStateLoader {
  /**
   * Creates the view of a row, which reads all of its controls in one request.
   * @param signal aborted when the row is no longer visible; cancels a request that has not started
   */
  createView(row: Subject, known: CachedPage | undefined, signal: AbortSignal): ControlView;
}

/**
 * @param page view of the page that contains the rows
 * @param readStates reads the state of a row's controls
 */
export function createRowStateLoader(
  page: Pick<ControlView, "forRow">,
  readStates: (row: Subject) => Promise<PartialControlStates>,
): RowStateLoader {
  const queue = createTaskQueue(CONCURRENCY);
  /** A rate limit applies to all rows: no requests are made until it ends. */
  let limit: { readonly problem: Problem; readonly remaining: () => number } | undefined;

  /** Monotonic time at which each row was last read completely. */
  const readAt = new Map<string, number>();
  const rowKey = ({ owner, repo, number }: Subject) => `${owner}/${repo}#${number}`.toLowerCase();

  async function readRow(row: Subject): Promise<PartialControlStates> {
    const remaining = limit?.remaining() ?? 0;
    if (limit && remaining > 0) throw new WorkerCallError({ ...limit.problem, until: Date.now() + remaining });
    const states = await readStates(row);
    const reasons = Object.values(states).flatMap((state) => state?.why ?? []);
    const problem = reasons.find(({ kind }) => kind === "limit");
    limit = problem?.until === undefined ? undefined : { problem, remaining: countdownTo(problem.until) };
    if (reasons.length === 0) readAt.set(rowKey(row), performance.now());
    else readAt.delete(rowKey(row));
    return states;
  }

  return {
    createView(row, known, signal) {
      const view = page.forRow(row, known);
      const startedControls = new Set<ControlId>();
      let pending: Promise<PartialControlStates> | undefined;
      const readWhenDue = () =>
        new Promise<PartialControlStates>((resolve, reject) => {
          const timer = setTimeout(() => {
            const cancel = queue.add(() => readRow(row).then(resolve, reject));
            signal.addEventListener("abort", cancel);
          }, VISIBLE_DELAY);
          signal.addEventListener("abort", () => clearTimeout(timer));
        }).finally(() => {
          pending = undefined;
        });
      return {
        ...view,
        async read(control) {
          const last = view.cached(control);
          // An explicit refresh always makes a request.
          const isFirst = !startedControls.has(control);
          startedControls.add(control);
          if (isFirst && last && performance.now() - (readAt.get(rowKey(row)) ?? -Infinity) < FRESH_FOR) return last;
          pending ??= readWhenDue();
          return (await pending)[control];
        },
      };
    },
  };
}
