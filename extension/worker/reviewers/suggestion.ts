import type { Reviewer } from "../../model/control-states.ts";

/** A suggested reviewer with reasons. */
export interface ReviewerSuggestion extends Reviewer {
  /** The full name of the user or team, if known. */
  readonly fullName?: string | undefined;
  /** At most one of each kind. */
  readonly reasons: readonly SuggestionReason[];
}

/** Reason why a reviewer is suggested. */
export type SuggestionReason =
  /** Owns some of the changed files that were checked. */
  | { readonly kind: "owns"; readonly files: number; readonly of: number }
  /** Has reviewed this pull request. */
  | { readonly kind: "reviewed-this" }
  /** Has reviewed some of the recent pull requests. */
  | { readonly kind: "reviewed"; readonly pulls: number }
  /** Is requested for some of the recent pull requests. */
  | { readonly kind: "requested"; readonly pulls: number }
  /** Has access to the repository. */
  | { readonly kind: "member" };

/** A part that could not be read completely, so that suggestions may be missing. */
export interface MissingPart {
  readonly part: "collaborators" | "teams" | "reviews" | "history" | "code-owners" | "files";
  /** `refused`: the token lacks access. `failed`: the request failed. `first`: only the first entries were read. */
  readonly reason: "refused" | "failed" | "first";
  /** For `first`: the number of entries that were read. */
  readonly count?: number;
}

/** A value, and the parts of it that could not be read. */
export interface PartialResult<T> {
  readonly value: T;
  readonly missing: readonly MissingPart[];
}

/** Returns the key by which reviewers are compared. Names are case-insensitive. */
export const reviewerKey = ({ kind, name }: Reviewer) => `${kind} ${name.toLowerCase()}`;
