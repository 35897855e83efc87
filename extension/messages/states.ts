import type { Problem } from "./problem.ts";

/** Watching, as people say it. */
export type Watch = "not watching" | "watching" | "ignoring";

/** Somebody who can be asked for a review; a team's name is `organization/slug`. */
export interface Reviewer {
  readonly kind: "user" | "team";
  readonly name: string;
}

/** What each control shows. Null is what can't be known, and `why` says why not. */
export interface States {
  star: { readonly starred: boolean | null; readonly count: number | null; readonly why?: Problem };
  watch: { readonly watch: Watch | null; readonly count: number | null; readonly why?: Problem };
  "review-request": {
    readonly requested: readonly Reviewer[] | null;
    /** Who reviewed already, and may be asked again. */
    readonly reviewed: readonly Reviewer[];
    /** Why nobody can be asked, where that is known before the click. */
    readonly cannot?: Problem;
    readonly why?: Problem;
  };
}

/** What each control can ask for. */
export interface Intents {
  star: { readonly starred: boolean };
  watch: { readonly watch: Watch };
  "review-request": { readonly add: readonly Reviewer[] } | { readonly remove: readonly Reviewer[] };
}

/** A control that has a state. */
export type ControlId = keyof States;

/** Some controls' states. */
export type SomeStates = { readonly [C in ControlId]?: States[C] };

/** What came of a change: the state that the service then has, and why it is not the one that was asked for. */
export interface Acted<S> {
  readonly state: S;
  readonly problem?: Problem | undefined;
}
