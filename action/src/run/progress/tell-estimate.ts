import { type Estimate, estimate } from "@forgehand/core";
import type { Change } from "../../plan.ts";
import type { Task } from "../../task.ts";
import type { Run } from "../run.ts";
import { duration } from "./duration.ts";

/**
 * Tells how long changes take by the limits, at the least. An app has limits of its own for each owner, which don't wait
 * for each other.
 * @returns when they should be done
 */
export async function tellEstimate<C extends Change>(
  { log, clock, pace, connection, mode }: Run,
  { title, calls: callsOf }: Pick<Task<never, never, C>, "title" | "calls">,
  changes: readonly C[],
): Promise<Date | undefined> {
  const from = new Date(clock.now());
  const byOwner = Map.groupBy(changes, ownerOf);
  // Nobody is asked for what makes no difference.
  const installations = byOwner.size > 1 ? await connection.installations().catch(() => undefined) : undefined;
  const hasSeveral = installations !== undefined && installations.length > 1;
  const groups = hasSeveral ? byOwner : new Map([["", changes]]);
  const all = Array.from(groups.values(), (group) => estimate(callsOf(group), { from, ...(pace && { pace }) }));
  const calls = all.reduce((sum, one) => sum + one.calls, 0);
  const longest = all.reduce<Estimate | undefined>(
    (most, one) => (most && most.expected >= one.expected ? most : one),
    undefined,
  );
  if (calls === 0 || !longest) return undefined;
  const { minimum, expected, eta } = longest;
  const least = minimum < 1 ? "" : `, which the limits let through in ${duration(minimum)} at the least`;
  const about = duration(Math.max(1, expected));
  const ends = mode === "apply" ? `done in about ${about}, at ${eta.toISOString()}` : `applied in about ${about}`;
  log.info(`${title}: ${calls.toLocaleString("en")} calls${least}; ${ends}.`);
  return eta;
}

/** A target's name begins with its owner's. */
function ownerOf({ target }: Change): string {
  return (/^[\w-]+/.exec(target)?.[0] ?? "").toLowerCase();
}
