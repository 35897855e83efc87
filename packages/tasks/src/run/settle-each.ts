import { isAuthenticationError } from "@forgehand/core";
import { CancelledError } from "../cancellation/cancellation.ts";
import { Work } from "../cancellation/work.ts";
import { Problem } from "../problem.ts";
import type { RunContext } from "./run-context.ts";

/** Result of one item: what it returned, what it threw, or why it was not started. */
export type ItemResult<T> =
  | { readonly end: "done"; readonly result: T }
  | { readonly end: "threw"; readonly error: unknown }
  | { readonly end: "not-started"; readonly why: string };

/** Maximum number of items processed concurrently: more than the rate limits allow, so that the full quota is used. */
const CONCURRENCY = 50;

/** Reason for items that were not started because the run was cancelled. */
export const CANCELLED_REASON = "the run was cancelled";

/**
 * Processes items concurrently, each independently: a failure does not affect the others. Once the token is refused or
 * the run is cancelled, the remaining items are not started.
 * @param act processes an item; its calls take `work` as their option `context`, so that they end together
 * @param onSettled called with each result as soon as it is known
 * @returns the results, in the order of the items
 */
export async function settleEach<Item, T>(
  run: Pick<RunContext, "stopping">,
  items: readonly Item[],
  act: (item: Item, work: Work) => Promise<T>,
  onSettled: (result: ItemResult<T>, item: Item) => void = () => undefined,
): Promise<readonly ItemResult<T>[]> {
  const results: ItemResult<T>[] = [];
  let tokenProblem: string | undefined;
  const queue = items.entries();
  async function settleNext(): Promise<void> {
    for (const [index, item] of queue) {
      const why = tokenProblem ?? (run.stopping.aborted ? CANCELLED_REASON : undefined);
      const work = new Work();
      let result: ItemResult<T>;
      try {
        result = why === undefined ? { end: "done", result: await act(item, work) } : { end: "not-started", why };
      } catch (error) {
        result = isNotStarted(error, work) ? { end: "not-started", why: CANCELLED_REASON } : { end: "threw", error };
        if (isTokenRefused(error)) tokenProblem ??= "the token was rejected";
      }
      results[index] = result;
      onSettled(result, item);
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, settleNext));
  return results;
}

/** Returns true for an authentication error, or a Problem caused by one. */
function isTokenRefused(error: unknown): boolean {
  return isAuthenticationError(error) || (error instanceof Problem && isAuthenticationError(error.cause));
}

/** Returns true if the run was cancelled before the work has written anything. */
function isNotStarted(error: unknown, work: Work): boolean {
  return error instanceof CancelledError && !error.mayHaveTakenEffect && !work.hasWritten;
}
