import type { Failure, Skipped } from "../plan.ts";
import type { PropertyFilter } from "../settings/forms.ts";
import type { Repository, RepositoryPattern } from "./repository.ts";

/** Which repositories an entry is about. */
export interface Selection {
  readonly patterns: readonly RepositoryPattern[];
  /** What those that a pattern finds must be; one that is named whole is meant whatever it is. */
  readonly filters: Filters;
}

export interface Filters {
  /** At least one of these. */
  readonly topics: readonly string[] | undefined;
  readonly visibility: readonly ("public" | "private" | "internal")[] | undefined;
  readonly archived: "exclude" | "include" | "only";
  /** All of these. */
  readonly properties: readonly PropertyFilter[] | undefined;
  /** One of these. */
  readonly languages: readonly string[] | undefined;
}

/** What is known of a repository. */
export interface RepositoryFacts extends Repository {
  readonly id: number;
  readonly ownerId: number;
  readonly defaultBranch: string;
  readonly visibility: string;
  readonly archived: boolean;
  /** When it was created; undefined where the service does not tell. */
  readonly created: Date | undefined;
}

/** What a selection comes to. */
export interface Found {
  readonly repositories: readonly Repository[];
  /** Named or matched, and left out all the same. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Which repositories there are, each list read once a run. */
export interface Directory {
  readonly find: (selection: Selection) => Promise<Found>;
  /** What is known of one. @throws ForgeError */
  readonly facts: (repository: Repository) => Promise<RepositoryFacts>;
  /** Is this owner's own (its secrets, template, webhooks) part of this run's shard? */
  readonly hasOwner: (owner: string) => boolean;
}
