import { isAuthenticationError } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { CancelledError, isCleanup, trackWrites } from "../cancellation/cancellation.ts";
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
 * @param onSettled called with each result as soon as it is known
 * @returns the results, in the order of the items
 */
export async function settleEach<Item, T>(
  run: Pick<RunContext, "stopping">,
  items: readonly Item[],
  act: (item: Item) => Promise<T>,
  onSettled: (result: ItemResult<T>, item: Item) => void = () => undefined,
): Promise<readonly ItemResult<T>[]> {
  const results: ItemResult<T>[] = [];
  let tokenProblem: string | undefined;
  await forEachConcurrently(items.entries(), CONCURRENCY, async ([index, item]) => {
    const isCancelled = run.stopping.aborted && !isCleanup();
    const why = tokenProblem ?? (isCancelled ? CANCELLED_REASON : undefined);
    const itemResult: ItemResult<T> = why === undefined ? await settle(() => act(item)) : { end: "not-started", why };
    if (itemResult.end === "threw" && isTokenRefused(itemResult.error)) tokenProblem ??= "the token was rejected";
    results[index] = itemResult;
    onSettled(itemResult, item);
  });
  return results;
}

/** Returns true for an authentication error, or a Problem caused by one. */
function isTokenRefused(error: unknown): boolean {
  return isAuthenticationError(error) || (error instanceof Problem && isAuthenticationError(error.cause));
}

async function settle<T>(act: () => Promise<T>): Promise<ItemResult<T>> {
  const tracked = trackWrites(act);
  try {
    return { end: "done", result: await tracked.done };
  } catch (error) {
    // A write that was never sent counts as not started.
    if (error instanceof CancelledError && !tracked.hasWritten()) return { end: "not-started", why: CANCELLED_REASON };
    return { end: "threw", error };
  }
}
