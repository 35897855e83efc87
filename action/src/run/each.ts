import { isAuthenticationError } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { Problem } from "../problem.ts";
import { begin, isPuttingAway, Stopped } from "./ending/ending.ts";
import type { Run } from "./run.ts";

/** How one of several ended: with a result, with what was thrown, or never begun. */
export type End<T> =
  | { readonly end: "done"; readonly result: T }
  | { readonly end: "threw"; readonly error: unknown }
  | { readonly end: "not begun"; readonly why: string };

/** As many as are begun at once: more than the limits let through, so that none of their room is left unused. */
const AT_ONCE = 50;

/** Why nothing was begun any more. */
export const CANCELLED = "the run was cancelled before";

/**
 * Does something with each of several, so many at once, each on its own: one that fails holds up no other. A token that no
 * longer holds does, and so does a run that is to end: what has not begun by then doesn't.
 * @param told hears of each end as it comes
 * @returns the ends, in the order of the items
 */
export async function each<Item, T>(
  run: Pick<Run, "stopping">,
  items: readonly Item[],
  act: (item: Item) => Promise<T>,
  told: (end: End<T>, item: Item) => void = () => undefined,
): Promise<readonly End<T>[]> {
  const ends: End<T>[] = [];
  let refused: string | undefined;
  await forEachConcurrently(items.entries(), AT_ONCE, async ([index, item]) => {
    const isOver = run.stopping.aborted && !isPuttingAway();
    const why = refused ?? (isOver ? CANCELLED : undefined);
    const end: End<T> = why === undefined ? await endOf(() => act(item)) : { end: "not begun", why };
    if (end.end === "threw" && isTokenRefused(end.error)) refused ??= "the token was refused before";
    ends[index] = end;
    told(end, item);
  });
  return ends;
}

/** Also where a problem says more about it. */
function isTokenRefused(error: unknown): boolean {
  return isAuthenticationError(error) || (error instanceof Problem && isAuthenticationError(error.cause));
}

async function endOf<T>(act: () => Promise<T>): Promise<End<T>> {
  const begun = begin(act);
  try {
    return { end: "done", result: await begun.done };
  } catch (error) {
    // A write that never left is none.
    if (error instanceof Stopped && !begun.hasWritten()) return { end: "not begun", why: CANCELLED };
    return { end: "threw", error };
  }
}
