import { isAuthenticationError, isConnectionError } from "@forgehand/core";
import type { Failure } from "../plan.ts";
import { problemOf } from "../problem.ts";
import { each } from "./each.ts";
import { startProgress } from "./progress/progress.ts";
import type { Run } from "./run.ts";

/** What was read of several targets. */
export interface Readings<State> {
  readonly states: readonly State[];
  readonly unreadable: readonly Failure[];
}

/**
 * Reads targets, each on its own: one that can't be read holds up no other.
 * @throws AuthenticationError, or ConnectionError where none could be read at all
 */
export async function readEach<Target, State>(
  run: Run,
  targets: readonly Target[],
  nameOf: (target: Target) => string,
  read: (target: Target) => Promise<State>,
): Promise<Readings<State>> {
  const states: State[] = [];
  const unreadable: Failure[] = [];
  const reading = startProgress(run, "Read", targets.length);
  const ends = await each(run, targets, read, reading.step);
  reading.end();
  for (const [index, end] of ends.entries()) {
    const target = targets[index];
    if (target === undefined) continue;
    if (end.end === "done") states.push(end.result);
    else if (end.end === "not begun")
      unreadable.push({ target: nameOf(target), problem: `not read: ${end.why}`, isUnread: true });
    else if (isAuthenticationError(end.error)) throw end.error;
    else if (isConnectionError(end.error) && ends.every(({ end }) => end === "threw")) throw end.error;
    else unreadable.push({ target: nameOf(target), problem: problemOf(end.error) });
  }
  return { states, unreadable };
}
