import type { Problem } from "./problem.ts";

/** Watch state of a repository. */
export type WatchState = "not-watching" | "watching" | "ignoring";

/** A user or team that can be requested as a reviewer. A team is named `organization/slug`. */
export interface Reviewer {
  readonly kind: "user" | "team";
  readonly name: string;
}

/** State that each control shows. Unknown values are null; `why` says why. */
export interface ControlStates {
  star: { readonly starred: boolean | null; readonly count: number | null; readonly why?: Problem };
  watch: {
    readonly watch: WatchState | null;
    readonly count: number | null;
    /** Translated names of the only events that the user watches, as the page says; undefined if it doesn't. */
    readonly custom?: string;
    readonly why?: Problem;
  };
  "review-request": {
    readonly requested: readonly Reviewer[] | null;
    /** Reviewers who have already reviewed and can be requested again. */
    readonly reviewed: readonly Reviewer[];
    /** Set if no reviews can be requested, as far as that is known in advance. */
    readonly cannot?: Problem;
    readonly why?: Problem;
  };
}

/** Changes that each control can request. */
export interface Intents {
  star: { readonly starred: boolean };
  watch: { readonly watch: WatchState };
  "review-request": { readonly add: readonly Reviewer[] } | { readonly remove: readonly Reviewer[] };
}

export type ControlId = keyof ControlStates;

/** States of some of the controls. */
export type PartialControlStates = { readonly [C in ControlId]?: ControlStates[C] };

/** Result of a change: the state afterwards, and why it is not the requested one. */
export interface ChangeResult<S> {
  readonly state: S;
  readonly problem?: Problem | undefined;
}
