import type { Failure, Skipped } from "../plan.ts";
import type { RepositoryPattern, RepositoryRef } from "../repository.ts";
import type { PropertyFilter } from "../settings/parse-values.ts";
import type { IfNoneFound } from "./if-none-found.ts";

/** Selects repositories. */
export interface RepositorySelection {
  readonly patterns: readonly RepositoryPattern[];
  /** Applied to repositories matched by a pattern; exact names are not filtered. */
  readonly filters: RepositoryFilters;
  /** Result of a pattern that selects nothing; undefined: by mode. */
  readonly ifNoneFound?: IfNoneFound | undefined;
}

export interface RepositoryFilters {
  /** At least one of these. */
  readonly topics: readonly string[] | undefined;
  readonly visibility: readonly ("public" | "private" | "internal")[] | undefined;
  readonly archived: "exclude" | "include" | "only";
  /** All of these. */
  readonly properties: readonly PropertyFilter[] | undefined;
  /** One of these. */
  readonly languages: readonly string[] | undefined;
}

/** Facts about a repository. */
export interface RepositoryFacts extends RepositoryRef {
  readonly id: number;
  readonly ownerId: number;
  readonly defaultBranch: string;
  readonly visibility: string;
  readonly archived: boolean;
  /** Creation time; undefined if the service does not return it. */
  readonly created: Date | undefined;
}

/** Result of finding the repositories of a selection. */
export interface FoundRepositories {
  readonly repositories: readonly RepositoryRef[];
  /** Matched but excluded repositories, and patterns that select nothing unless that is an error. */
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Organizations that belong to this run's shard. */
export interface FoundOrganizations {
  readonly organizations: readonly string[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Finds repositories and reads facts about them. Each list is read once per run. */
export interface RepositoryDirectory {
  readonly find: (selection: RepositorySelection) => Promise<FoundRepositories>;
  /**
   * Reads facts about a repository.
   * @throws ForgeError
   */
  readonly facts: (repository: RepositoryRef) => Promise<RepositoryFacts>;
  /**
   * Finds organizations whose own secrets, template or webhooks are targets.
   * @param patterns logins, or patterns of the owners that the app is installed for; `!` excludes
   */
  readonly findOrganizations: (
    patterns: readonly string[],
    ifNoneFound: IfNoneFound | undefined,
  ) => Promise<FoundOrganizations>;
}
