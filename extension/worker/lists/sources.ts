import type { Client } from "@forgehand/core";
import {
  listOrganizationRepositories,
  listOrganizations,
  listRepositories,
  listStarredRepositories,
  listWatchedRepositories,
} from "@forgehand/core/operations";
import type { FoundIn } from "../../lists/entry.ts";
import type { Reason } from "../../lists/reason.ts";
import { PATIENCE } from "../jobs/service.ts";
import type { ListedRepository } from "./found.ts";
import { reasonOf } from "./reason.ts";

/** A page of one of the lists. */
export interface SourcePage {
  readonly repositories: readonly { readonly repository: ListedRepository; readonly starredAt?: string }[];
  /** A part of the list that can't be read, where the rest can. */
  readonly why?: Reason;
}

const patient = { priority: "bulk", maxWait: PATIENCE } as const;

type Read = (client: Client, signal: AbortSignal) => AsyncGenerator<SourcePage>;

const plain = (repositories: readonly ListedRepository[]): SourcePage => ({
  repositories: repositories.map((repository) => ({ repository })),
});

/** Everywhere that repositories of interest are found. */
export const SOURCES: Readonly<Record<FoundIn, Read>> = {
  async *starred({ pages }, signal) {
    const list = pages(listStarredRepositories, {}, { mediaType: "star", prefetch: true, ...patient, signal });
    for await (const page of list) {
      yield { repositories: page.map(({ repo, starred_at }) => ({ repository: repo, starredAt: starred_at })) };
    }
  },

  // Empty since July 2026 where it is there at all; where it still tells, it tells of what no other list has.
  async *watched({ pages }, signal) {
    for await (const page of pages(listWatchedRepositories, {}, { ...patient, signal })) yield plain(page);
  },

  async *repositories({ pages }, signal) {
    for await (const page of pages(listRepositories, {}, { prefetch: true, ...patient, signal })) {
      yield plain(page);
    }
  },

  async *organizations({ items, pages }, signal) {
    for await (const { login } of items(listOrganizations, {}, { ...patient, signal })) {
      try {
        for await (const page of pages(listOrganizationRepositories, { org: login }, { ...patient, signal })) {
          yield plain(page);
        }
      } catch (error) {
        const why = reasonOf(error);
        // One organization that keeps this token out is no reason to leave out the others.
        if (!OF_ONE.has(why.kind)) throw error;
        yield { repositories: [], why: { ...why, detail: `${login}: ${why.detail ?? ""}` } };
      }
    }
  },
};

const OF_ONE: ReadonlySet<Reason["kind"]> = new Set<Reason["kind"]>(["permission", "not found", "gone", "blocked"]);
