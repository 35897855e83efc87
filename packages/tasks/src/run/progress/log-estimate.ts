import { type Estimate, estimate } from "@forgehand/core";
import type { Change } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import type { RunContext } from "../run-context.ts";
import type { Task } from "../task.ts";
import { formatDuration } from "./format-duration.ts";

/**
 * Logs how long changes will take at least, according to the rate limits. An app has separate limits for each owner, so
 * its owners proceed in parallel.
 * @returns the estimated completion, by the clock's monotonic time
 */
export async function logEstimate<C extends Change>(
  { log, clock, pace, connection, mode }: RunContext,
  { title, calls: callsOf }: Pick<Task<never, never, C>, "title" | "calls">,
  changes: readonly C[],
): Promise<number | undefined> {
  const from = new Date(clock.now());
  const byOwner = Map.groupBy(changes, ownerOf);
  // With a single owner the installations make no difference, so they are not read.
  const installations =
    byOwner.size > 1
      ? await connection.installations().catch((error: unknown) => {
          log.info(`${title}: the estimate is for one installation: ${describeError(error)}`);
          return undefined;
        })
      : undefined;
  const hasSeveralInstallations = installations !== undefined && installations.length > 1;
  const groups = hasSeveralInstallations ? byOwner : new Map([["", changes]]);
  const estimates = Array.from(groups.values(), (group) => estimate(callsOf(group), { from, ...(pace && { pace }) }));
  const calls = estimates.reduce((sum, estimate) => sum + estimate.calls, 0);
  const longest = estimates.reduce<Estimate | undefined>(
    (longestSoFar, estimate) => (longestSoFar && longestSoFar.expected >= estimate.expected ? longestSoFar : estimate),
    undefined,
  );
  if (calls === 0 || !longest) return undefined;
  const { minimum, expected, eta } = longest;
  const minimumText = minimum < 1 ? "" : `, at least ${formatDuration(minimum)} under the rate limits`;
  const expectedText = formatDuration(Math.max(1, expected));
  const completion =
    mode === "apply"
      ? `done in about ${expectedText}, at ${eta.toISOString()}`
      : `applying the changes would take about ${expectedText}`;
  log.info(`${title}: ${calls.toLocaleString("en")} calls${minimumText}; ${completion}.`);
  return clock.monotonic() + eta.getTime() - from.getTime();
}

/** A target's name begins with its owner's name. */
function ownerOf({ target }: Change): string {
  return (/^[\w-]+/.exec(target)?.[0] ?? "").toLowerCase();
}
