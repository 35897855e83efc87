import type { Subject } from "../page/parse-page.ts";
import type { Acted, ControlId, Intents, Reviewer, SomeStates } from "./states.ts";

/** A thing asked of the worker, and its answer. */
export interface Ask<Request, Answer> {
  readonly request: Request;
  readonly answer: Answer;
}

/** Parts of the overlay that are loaded when they are needed. */
export type Part = "reviewers" | "rows";

/**
 * On which page something is asked. The worker acts on what the tab's own address says, and refuses where the two differ.
 * The popup names the tab that it speaks of.
 */
export interface OnPage {
  /** The page's key. */
  readonly page: string;
  readonly tab?: number | undefined;
  /** A row of the page's list, where it is not about the page itself. */
  readonly row?: Subject | undefined;
}

/** A change, on whose behalf, and who the page says is signed in: null for nobody, undefined where it says nothing. */
export interface Acting extends OnPage {
  /** Whose account the view shows: where another one acts by then, nothing is done. */
  readonly login?: string | undefined;
  readonly signedIn?: string | null | undefined;
}

/** Somebody who could be asked for a review, and why just them. */
export interface Candidate extends Reviewer {
  /** Their full name or the team's, where it is known. */
  readonly title?: string | undefined;
  /** In words, the best first. */
  readonly reasons: readonly string[];
}

export interface Candidates {
  /** Ranked, the best first. */
  readonly candidates: readonly Candidate[];
  /** What could not be read, in words: fewer are suggested than there could be. */
  readonly missing: readonly string[];
}

/** What a page asks of the worker. */
export interface PageAsks {
  /** What a control is to show, under its id. Never fails because of the service: what can't be known is null. */
  look: Ask<OnPage & { readonly control: ControlId }, SomeStates>;
  act: Ask<Acting & { readonly control: ControlId; readonly intent: Intents[ControlId] }, Acted<SomeStates>>;
  candidates: Ask<OnPage, Candidates>;
  /** Has a part of the overlay loaded into the tab. */
  load: Ask<OnPage & { readonly part: Part }, undefined>;
  /** Has the account with this login act on the page's host from now on. */
  "switch-account": Ask<OnPage & { readonly login: string }, undefined>;
  open: Ask<{ readonly what: "options" | "lists" | "unlock" }, undefined>;
}
