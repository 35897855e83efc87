import type { Client } from "@forgehand/core";
import {
  listOrganizationRepositories,
  listOrganizations,
  listRepositories,
  listStarredRepositories,
  listWatchedRepositories,
} from "@forgehand/core/operations";
import type { EntrySource } from "../../lists/entry.ts";
import type { Reason } from "../../lists/reason.ts";
import { MAX_QUEUE_WAIT } from "../jobs/repository-service.ts";
import { toReason } from "./error-reason.ts";
import type { ListedRepository } from "./merge-entry.ts";

export interface SourcePage {
  readonly repositories: readonly { readonly repository: ListedRepository; readonly starredAt?: string }[];
  /** Reason why a part of the list cannot be read. */
  readonly reason?: Reason;
}

const bulkOptions = { priority: "bulk", maxWait: MAX_QUEUE_WAIT } as const;

type SourceReader = (client: Client, signal: AbortSignal) => AsyncGenerator<SourcePage>;

const toSourcePage = (repositories: readonly ListedRepository[]): SourcePage => ({
  repositories: repositories.map((repository) => ({ repository })),
});

/** Readers of all lists that entries are gathered from. */
export const SOURCES: Readonly<Record<EntrySource, SourceReader>> = {
  async *starred({ pages }, signal) {
    const list = pages(listStarredRepositories, {}, { mediaType: "star", prefetch: true, ...bulkOptions, signal });
    for await (const page of list) {
      yield { repositories: page.map(({ repo, starred_at }) => ({ repository: repo, starredAt: starred_at })) };
    }
  },

  // Where it is not empty, it saves reading each subscription, and has repositories that no other list has. GitHub returns
  // an empty list since July 2026.
  async *watched({ pages }, signal) {
    for await (const page of pages(listWatchedRepositories, {}, { prefetch: true, ...bulkOptions, signal })) {
      yield toSourcePage(page);
    }
  },

  async *repositories({ pages }, signal) {
    for await (const page of pages(listRepositories, {}, { prefetch: true, ...bulkOptions, signal })) {
      yield toSourcePage(page);
    }
  },

  async *organizations({ items, pages }, signal) {
    for await (const { login } of items(listOrganizations, {}, { ...bulkOptions, signal })) {
      try {
        for await (const page of pages(listOrganizationRepositories, { org: login }, { ...bulkOptions, signal })) {
          yield toSourcePage(page);
        }
      } catch (error) {
        const reason = toReason(error);
        // One organization that refuses the token does not prevent reading the others.
        if (!SINGLE_ORGANIZATION_REASONS.has(reason.kind)) throw error;
        yield { repositories: [], reason: { ...reason, detail: `${login}: ${reason.detail ?? ""}` } };
      }
    }
  },
};

const SINGLE_ORGANIZATION_REASONS: ReadonlySet<Reason["kind"]> = new Set<Reason["kind"]>([
  "permission",
  "not-found",
  "gone",
  "blocked",
]);
