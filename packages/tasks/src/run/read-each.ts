import { isAuthenticationError, isConnectionError } from "@forgehand/core";
import type { Failure } from "../plan.ts";
import { describeError } from "../problem.ts";
import { startProgress } from "./progress/progress.ts";
import type { RunContext } from "./run-context.ts";
import { settleEach } from "./settle-each.ts";

/** Result of reading several targets. */
export interface Readings<State> {
  readonly states: readonly State[];
  readonly unreadable: readonly Failure[];
}

/**
 * Reads targets, each independently: a failure does not affect the others.
 * @throws AuthenticationError; ConnectionError if no target could be read at all
 */
export async function readEach<Target, State>(
  run: RunContext,
  targets: readonly Target[],
  nameOf: (target: Target) => string,
  read: (target: Target) => Promise<State>,
): Promise<Readings<State>> {
  const states: State[] = [];
  const unreadable: Failure[] = [];
  const progress = startProgress(run, "Read", targets.length);
  const results = await settleEach(run, targets, read, progress.step);
  progress.end();
  for (const [index, result] of results.entries()) {
    const target = targets[index];
    if (target === undefined) continue;
    if (result.end === "done") states.push(result.result);
    else if (result.end === "not-started")
      unreadable.push({ target: nameOf(target), problem: `not read: ${result.why}`, isUnread: true });
    else if (isAuthenticationError(result.error)) throw result.error;
    else if (isConnectionError(result.error) && results.every(({ end }) => end === "threw")) throw result.error;
    else unreadable.push({ target: nameOf(target), problem: describeError(result.error) });
  }
  return { states, unreadable };
}
