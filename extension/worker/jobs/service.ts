import { type Client, estimate, isForgeError, type PacePreset } from "@forgehand/core";
import {
  checkStar,
  deleteSubscription,
  getRepository,
  getSubscription,
  setSubscription,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import type { Wanted } from "../../lists/wanted.ts";
import { subscriptionFor, watchOf } from "../subscription.ts";
import { findById } from "./renamed.ts";
import { unlessSent } from "./sending.ts";

/** Which repository: by its name, and by its number where that is known. */
export interface Target {
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
}

/** What a look or a write tells beside what it was for: the name that the repository has by now, if it is another. */
export interface Told {
  readonly renamed?: { readonly owner: string; readonly name: string };
}

/**
 * In the room that is kept for people: it is sent at once, or not at all.
 * The other writes of a job wait for their place, and leave that room alone.
 */
export type How = "in spare room";

/** What jobs need of a service. */
export interface Service {
  /** Another one, where it is another token's. */
  readonly of: object;
  /** How a repository is, in what an item is about. @throws the client's errors; the signal's reason */
  readonly look: (target: Target, about: Wanted, signal: AbortSignal) => Promise<Told & { readonly seen: Wanted }>;
  /**
   * Makes it as it shall be. A signal ends it only as long as it is not on its way: what was sent tells what came of it.
   * @throws NotSent or Unclear where the signal ended it; the client's errors
   */
  readonly write: (target: Target, wanted: Wanted, signal: AbortSignal, how?: How) => Promise<Told>;
  /** The seconds that so many calls should take, where nothing else counts on the same limits. */
  readonly seconds: (writes: number, looks: number) => number;
}

/** The longest that a call waits for its place, in milliseconds: a minute's limits, and no more. */
export const PATIENCE = 75_000;

/** Jobs' view of a service. @param client one that has the step `tellsOfSending` (sending.ts) @param pace how fast it goes */
export function serviceOf(client: Client, pace: PacePreset = "published"): Service {
  const patient = { priority: "bulk", maxWait: PATIENCE } as const;
  return {
    of: client,
    look: (target, about, signal) =>
      atItsName(client, target, async ({ owner, name }) => {
        const place = { owner, repo: name };
        const wishes = { ...patient, signal };
        const seen: Wanted =
          "starred" in about
            ? { starred: await client.call(checkStar, place, wishes) }
            : { watch: watchOf(await client.call(getSubscription, place, wishes)) };
        // What is not there looks like what is not starred and not watched.
        if (isNothing(seen)) await client.call(getRepository, place, wishes);
        return { seen };
      }),
    write: (target, wanted, signal, how) =>
      atItsName(client, target, async ({ owner, name }) => {
        const place = { owner, repo: name };
        await unlessSent(signal, async (unsent) => {
          const wishes = { ...(how ? SPARE : patient), signal: unsent };
          if ("starred" in wanted) await client.call(wanted.starred ? starRepository : unstarRepository, place, wishes);
          else if (wanted.watch === "not watching") await client.call(deleteSubscription, place, wishes);
          else await client.call(setSubscription, { ...place, ...subscriptionFor(wanted.watch) }, wishes);
        });
        return {};
      }),
    seconds(writes, looks) {
      const calls = [
        { operation: deleteSubscription, count: writes },
        { operation: getSubscription, count: looks },
      ];
      return estimate(calls, { pace }).expected;
    },
  };
}

const SPARE = { priority: "interactive", maxWait: 0 } as const;

function isNothing(state: Wanted): boolean {
  return "starred" in state ? !state.starred : state.watch === "not watching";
}

/** Does something under the name that a repository has by now. */
async function atItsName<T extends object>(
  client: Client,
  target: Target,
  run: (at: Target) => Promise<T>,
): Promise<T & Told> {
  try {
    return await run(target);
  } catch (error) {
    if (!isElsewhere(error) || target.id === null) throw error;
    const renamed = await findById(client, target.id);
    if (!renamed) throw error;
    return { ...(await run({ ...target, ...renamed })), renamed };
  }
}

/** The service leads to another address: browsers don't say to which, and hide the status. */
export function isElsewhere(error: unknown): boolean {
  return (
    isForgeError(error) && error.status !== undefined && (error.status === 0 || Math.floor(error.status / 100) === 3)
  );
}
