import { forEachConcurrently } from "@forgehand/core/internal";
import { hasType, objectOf } from "@forgehand/core/schema";
import type { Entry } from "../../lists/entry.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { classifyError } from "../jobs/suspension.ts";
import { changeEntries, deleteEntries, selectEntries } from "./entry-store.ts";
import type { GatherRun } from "./gather-deps.ts";
import { mergeEntry, wasFoundInRun } from "./merge-entry.ts";

/** Number of repositories that are read one by one without being asked to: as many as one page of a list. */
export const AUTOMATIC_READS = 100;

const RepositoryDetails = /* @__PURE__ */ objectOf({
  id: "integer",
  name: "string",
  owner: { type: "object", fields: { login: "string" } },
  description: { type: "nullable", of: "string" },
  private: "boolean",
  fork: "boolean",
  archived: { type: "optional", of: "boolean" },
  language: { type: "optional", of: { type: "nullable", of: "string" } },
  stargazers_count: { type: "optional", of: "number" },
  pushed_at: { type: "optional", of: { type: "nullable", of: "string" } },
});

/**
 * Reads repositories that are no longer in any list: they may have been renamed, deleted, hidden or unstarred. Many are
 * only read if the user has asked for all, because a whole list can have been withdrawn.
 */
export async function checkUnlistedEntries(gatherRun: GatherRun): Promise<void> {
  const { lists, account, runStartedAt, progress, readIds, signal } = gatherRun;
  const { reportChangedEntries } = progress;
  const unlisted = await selectEntries(lists, account, (entry) =>
    wasFoundInRun(entry, runStartedAt) || readIds.has(entry.id) ? undefined : entry.id,
  );
  if (unlisted.length > AUTOMATIC_READS && !progress.current().checkAll) return;
  await forEachConcurrently(
    unlisted,
    CONCURRENT_CALLS,
    async (id) => {
      await readEntryById({ ...gatherRun, reportChangedEntries }, id, runStartedAt);
      readIds.add(id);
    },
    signal,
  );
}

/**
 * Reads a repository by its id, which renames and transfers do not change.
 * @returns the entry, or undefined if the repository is not accessible, which is stored
 * @throws errors that affect more than one repository
 */
export async function readEntryById(
  {
    lists,
    account,
    client,
    steadyTime,
    reportChangedEntries,
    signal,
  }: Pick<GatherRun, "lists" | "account" | "client" | "steadyTime" | "signal"> & {
    readonly reportChangedEntries: (revision: number | undefined) => void;
  },
  id: number,
  runStartedAt: number,
): Promise<Entry | undefined> {
  const requestedAt = steadyTime();
  try {
    const options = { priority: "bulk", signal } as const;
    const repository = await client.request(
      "GET /repositories/{repository_id}",
      { repository_id: String(id) },
      options,
    );
    if (!hasType(RepositoryDetails, repository)) throw new Error("The response does not describe a repository.");
    const revision = await changeEntries(lists, account, [id], (previous) => {
      return mergeEntry({ repository, account, source: undefined, runStartedAt, requestedAt }, previous);
    });
    reportChangedEntries(revision);
    return lists.get("entries", [account, id]);
  } catch (error) {
    if (signal.aborted) return undefined;
    const { reason, suspension } = classifyError(error);
    if (suspension) throw error;
    const revision = await changeEntries(lists, account, [id], (previous) => {
      return previous && { ...previous, missing: reason, watch: null, watchReason: reason };
    });
    reportChangedEntries(revision);
    return undefined;
  }
}

/** Deletes entries that are neither starred nor watched nor listed. */
export async function deleteUnusedEntries({ lists, account, runStartedAt, progress }: GatherRun): Promise<void> {
  const unused = await selectEntries(lists, account, (entry) => {
    const { id, missing, starred, watch, watchReason } = entry;
    const isUnwatched = watch === "not-watching" || (watch === null && watchReason?.kind === "unlisted");
    const isUnused = !wasFoundInRun(entry, runStartedAt) && !missing && starred === false && isUnwatched;
    return isUnused ? id : undefined;
  });
  if (unused.length === 0) return;
  await deleteEntries(lists, account, unused);
  progress.reportDeletedEntries();
}
