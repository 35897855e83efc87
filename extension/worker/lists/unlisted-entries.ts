import { forEachConcurrently } from "@forgehand/core/internal";
import * as z from "zod/mini";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { classifyError } from "../jobs/suspension.ts";
import { changeEntries, deleteEntries, selectEntries } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import { mergeEntry, wasFoundInRun } from "./merge-entry.ts";

const RepositoryDetails = z.looseObject({
  id: z.int(),
  name: z.string(),
  owner: z.looseObject({ login: z.string() }),
  description: z.nullable(z.string()),
  private: z.boolean(),
  fork: z.boolean(),
  archived: z.optional(z.boolean()),
  language: z.optional(z.nullable(z.string())),
  stargazers_count: z.optional(z.number()),
  pushed_at: z.optional(z.nullable(z.string())),
});

/** Reads repositories that are no longer in any list: they may have been renamed, deleted, hidden or unstarred. */
export async function checkUnlistedEntries(gatherRun: GatherRun): Promise<void> {
  const { lists, account, client, runStartedAt, steadyTime, progress, signal } = gatherRun;
  const unlisted = await selectEntries(lists, account, (entry) =>
    wasFoundInRun(entry, runStartedAt) ? undefined : entry.id,
  );
  await forEachConcurrently(
    unlisted,
    CONCURRENT_CALLS,
    async (id) => {
      const requestedAt = steadyTime();
      try {
        // The id is unaffected by renames and transfers.
        const options = { priority: "bulk", signal } as const;
        const body = await client.request("GET /repositories/{repository_id}", { repository_id: String(id) }, options);
        const repository = z.parse(RepositoryDetails, body);
        const revision = await changeEntries(lists, account, [id], (previous) => {
          return mergeEntry({ repository, account, source: undefined, runStartedAt, requestedAt }, previous);
        });
        progress.reportChangedEntries(revision);
      } catch (error) {
        if (signal.aborted) return;
        const { reason, suspension } = classifyError(error);
        if (suspension) throw error;
        progress.reportChangedEntries(
          await changeEntries(lists, account, [id], (previous) => {
            return previous && { ...previous, missing: reason, watch: null, watchReason: reason };
          }),
        );
      }
    },
    signal,
  );
}

/** Deletes entries that are neither starred nor watched nor listed. */
export async function deleteUnusedEntries({ lists, account, runStartedAt, progress }: GatherRun): Promise<void> {
  const unused = await selectEntries(lists, account, (entry) => {
    const isInUse =
      wasFoundInRun(entry, runStartedAt) || entry.missing || entry.starred !== false || entry.watch !== "not-watching";
    return isInUse ? undefined : entry.id;
  });
  if (unused.length === 0) return;
  await deleteEntries(lists, account, unused);
  progress.reportDeletedEntries();
}
