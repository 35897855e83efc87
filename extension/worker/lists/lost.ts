import { forEachConcurrently } from "@forgehand/core/internal";
import * as z from "zod/mini";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { verdictOn } from "../jobs/halt.ts";
import { changeEntries, deleteEntries, entriesWhere } from "./entry-store.ts";
import { entryOf, wasFound } from "./found.ts";
import type { Gather } from "./gatherer.ts";

const Repository = z.looseObject({
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

/** Looks for those that were known and are in no list any more: renamed, gone, hidden, or of no interest. */
export async function lookForLost(of: Gather): Promise<void> {
  const { lists, account, client, run, clock, progress, signal } = of;
  const lost = await entriesWhere(lists, account, (entry) => (wasFound(entry, run) ? undefined : entry.id));
  await forEachConcurrently(
    lost,
    CONCURRENT_CALLS,
    async (id) => {
      const askedAt = clock.now();
      try {
        // By its number, which stays when it is renamed or transferred.
        const wishes = { priority: "bulk", signal } as const;
        const answer = await client.request("GET /repositories/{repository_id}", { repository_id: String(id) }, wishes);
        const repository = z.parse(Repository, answer);
        const revision = await changeEntries(lists, account, [id], (before) => {
          return entryOf({ repository, account, source: undefined, run, askedAt }, before);
        });
        progress.entries(revision);
      } catch (error) {
        if (signal.aborted) return;
        const { why, halt } = verdictOn(error);
        if (halt) throw error;
        progress.entries(
          await changeEntries(lists, account, [id], (before) => {
            return before && { ...before, missing: why, watch: null, whyWatch: why };
          }),
        );
      }
    },
    signal,
  );
}

/** Takes away what is neither starred nor watched nor in any list: nobody would miss it. */
export async function forgetUnwanted({ lists, account, run, progress }: Gather): Promise<void> {
  const unwanted = await entriesWhere(lists, account, (entry) => {
    const isOf = wasFound(entry, run) || entry.missing || entry.starred !== false || entry.watch !== "not watching";
    return isOf ? undefined : entry.id;
  });
  if (unwanted.length === 0) return;
  await deleteEntries(lists, account, unwanted);
  progress.fewer();
}
