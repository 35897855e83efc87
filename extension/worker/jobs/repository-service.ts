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
import type { WantedState } from "../../lists/wanted-state.ts";
import type { EntryRef } from "../lists/entries.ts";
import { subscriptionFor, watchStateOf } from "../subscription.ts";
import { findRepositoryById } from "./find-repository.ts";
import { cancellableUntilSent } from "./send-tracking.ts";

/** The current name of a repository that has been renamed or transferred. */
export interface RenameResult {
  readonly renamed?: { readonly owner: string; readonly name: string };
}

/**
 * Sends a write with the quota that is reserved for interactive use: immediately or not at all. Without this mode,
 * writes are queued as bulk requests.
 */
export type WriteMode = "idle-quota";

/** The part of the service that jobs use. */
export interface RepositoryService {
  /** The client in use. It changes with the account's token. */
  readonly client: object;
  /**
   * Reads whether a repository is starred, or how it is watched.
   * @throws the client's errors; the signal's reason
   */
  readonly readState: (
    target: EntryRef,
    wanted: WantedState,
    signal: AbortSignal,
  ) => Promise<RenameResult & { readonly currentState: WantedState }>;
  /**
   * Sets the wanted state. The signal only cancels a request that has not been sent.
   * @throws NotSentError or UnknownOutcomeError if the signal cancelled it; the client's errors
   */
  readonly writeState: (
    target: EntryRef,
    wanted: WantedState,
    signal: AbortSignal,
    mode?: WriteMode,
  ) => Promise<RenameResult>;
  /** Estimated duration of the requests in seconds, if nothing else uses the same quota. */
  readonly estimateSeconds: (writes: number, reads: number) => number;
}

/** Longest time that a request is queued for a rate limit, in milliseconds. Covers limits per minute. */
export const MAX_QUEUE_WAIT = 75_000;

/**
 * Creates the service that jobs use.
 * @param client a client with the middleware of `trackSending`
 * @param pace the client's pace preset, used for estimates
 */
export function createRepositoryService(client: Client, pace: PacePreset = "published"): RepositoryService {
  const bulkOptions = { priority: "bulk", maxWait: MAX_QUEUE_WAIT } as const;
  return {
    client,
    readState: (target, wanted, signal) =>
      withCurrentName(client, target, async ({ owner, name }) => {
        const params = { owner, repo: name };
        const options = { ...bulkOptions, signal };
        const currentState: WantedState =
          "starred" in wanted
            ? { starred: await client.call(checkStar, params, options) }
            : { watch: watchStateOf(await client.call(getSubscription, params, options)) };
        // A missing repository is reported as not starred and not watched, so its existence is checked.
        if (isDefaultState(currentState)) await client.call(getRepository, params, options);
        return { currentState };
      }),
    writeState: (target, wanted, signal, mode) =>
      withCurrentName(client, target, async ({ owner, name }) => {
        const params = { owner, repo: name };
        await cancellableUntilSent(signal, async (signalUntilSent) => {
          const options = { ...(mode ? IDLE_QUOTA_OPTIONS : bulkOptions), signal: signalUntilSent };
          if ("starred" in wanted)
            await client.call(wanted.starred ? starRepository : unstarRepository, params, options);
          else if (wanted.watch === "not-watching") await client.call(deleteSubscription, params, options);
          else await client.call(setSubscription, { ...params, ...subscriptionFor(wanted.watch) }, options);
        });
        return {};
      }),
    estimateSeconds(writes, reads) {
      const calls = [
        { operation: deleteSubscription, count: writes },
        { operation: getSubscription, count: reads },
      ];
      return estimate(calls, { pace }).expected;
    },
  };
}

const IDLE_QUOTA_OPTIONS = { priority: "interactive", maxWait: 0 } as const;

function isDefaultState(state: WantedState): boolean {
  return "starred" in state ? !state.starred : state.watch === "not-watching";
}

/** Runs an operation, and runs it again with the current name if the repository has been renamed. */
async function withCurrentName<T extends object>(
  client: Client,
  target: EntryRef,
  run: (target: EntryRef) => Promise<T>,
): Promise<T & RenameResult> {
  try {
    return await run(target);
  } catch (error) {
    if (!isRedirect(error) || target.id === null) throw error;
    const renamed = await findRepositoryById(client, target.id);
    if (!renamed) throw error;
    return { ...(await run({ ...target, ...renamed })), renamed };
  }
}

/** Whether the service redirected. Browsers hide the status and the location of redirects. */
export function isRedirect(error: unknown): boolean {
  return (
    isForgeError(error) && error.status !== undefined && (error.status === 0 || Math.floor(error.status / 100) === 3)
  );
}
