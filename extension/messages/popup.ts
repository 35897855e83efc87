import type { CachedSite } from "../cache/cached-data.ts";
import type { AccountRef } from "../model/account-ref.ts";
import type { MessageSpec } from "./page.ts";

/** An error that occurred recently. */
export interface RecentProblem {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** Key of the page concerned, or the ID of the account whose job failed. */
  readonly where: { readonly page: string } | { readonly jobsOf: string };
}

/** Rate limit of an account on its host. */
export interface RateLimitStatus {
  readonly resource: "calls" | "searches";
  readonly limit: number;
  readonly remaining: number;
  /** Time at which the limit resets, in milliseconds since 1970. */
  readonly resetsAt: number;
}

/** A pull request that is waiting for the account's review. */
export interface PendingReview {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly title: string;
  /** Null if the author's account was deleted. */
  readonly author: string | null;
  readonly draft: boolean;
  /** Time of the last update, in milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface PendingReviews {
  /** Most recently updated first. */
  readonly latest: readonly PendingReview[];
  /** Total number of pending reviews. */
  readonly total: number;
  /**
   * Set if the token sees only public repositories, or only the repositories selected for it, so that more reviews may
   * be pending.
   */
  readonly limitedTo?: "public" | "selected" | undefined;
}

export interface PopupMessages {
  /** Null if Forgehand is not used on the host. */
  site: MessageSpec<{ readonly origin: string }, CachedSite | null>;
  "recent-problems": MessageSpec<object, readonly RecentProblem[]>;
  "clear-problems": MessageSpec<object, undefined>;
  /** Null if the host has no rate limits. */
  limits: MessageSpec<AccountRef, readonly RateLimitStatus[] | null>;
  "waiting-reviews": MessageSpec<AccountRef, PendingReviews>;
}
