import type { AccountName } from "./accounts.ts";
import type { Ask } from "./page.ts";

/** What went wrong, when and where. */
export interface NotedProblem {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** The page that it was about, by its key; or the account, by its id, whose job it was. */
  readonly where: { readonly page: string } | { readonly jobsOf: string };
}

/** What an account may still ask of its host. */
export interface Limit {
  readonly of: "calls" | "searches";
  readonly most: number;
  readonly left: number;
  /** When all of it is there again, in milliseconds since 1970. */
  readonly until: number;
}

/** A pull request that waits for somebody's review. */
export interface WaitingReview {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly title: string;
  /** Null where the account is gone. */
  readonly author: string | null;
  readonly draft: boolean;
  /** When something last happened to it, in milliseconds since 1970. */
  readonly at: number;
}

export interface WaitingReviews {
  /** What changed last comes first. */
  readonly first: readonly WaitingReview[];
  /** How many there are in all. */
  readonly all: number;
  /** Why there may be more than the token shows: it sees public repositories alone, or those that it was given. */
  readonly only?: "public" | "given" | undefined;
}

export interface PopupAsks {
  "recent-problems": Ask<object, readonly NotedProblem[]>;
  "clear-problems": Ask<object, undefined>;
  /** Null where the host has no limits. */
  limits: Ask<AccountName, readonly Limit[] | null>;
  "waiting-reviews": Ask<AccountName, WaitingReviews>;
}
