import type { Reviewer } from "../../messages/states.ts";

/** Somebody who could be asked for a review, and what speaks for them. */
export interface Suggestion extends Reviewer {
  /** Their full name or the team's, where it is known. */
  readonly title?: string | undefined;
  /** At most one of each kind. */
  readonly reasons: readonly Reason[];
}

/** What speaks for somebody. */
export type Reason =
  /** Owns some of the changed files that were looked at. */
  | { readonly kind: "owns"; readonly files: number; readonly of: number }
  /** Reviewed this pull request already. */
  | { readonly kind: "reviewed-this" }
  /** Reviewed some of the latest pull requests. */
  | { readonly kind: "reviewed"; readonly pulls: number }
  /** Is asked for reviews of some of the latest pull requests. */
  | { readonly kind: "asked"; readonly pulls: number }
  /** Has access to the repository. */
  | { readonly kind: "member" };

/** What could not be looked at, so that fewer are suggested than there could be. */
export interface Missing {
  readonly what: "collaborators" | "teams" | "reviews" | "history" | "code owners" | "files";
  /** The token may not, it failed this time, or there was more than `first`. */
  readonly why: "refused" | "failed" | "first";
  /** Of `first`: how many were looked at. */
  readonly count?: number;
}

/** What was read, and what of it was not. */
export interface Reading<T> {
  readonly value: T;
  readonly missing: readonly Missing[];
}

/** What the name of a reviewer is compared by: the case of letters doesn't count. */
export const reviewerKey = ({ kind, name }: Reviewer) => `${kind} ${name.toLowerCase()}`;
