import type { CachedPage, CachedSite } from "../cache/cached-data.ts";
import type { ChangeResult, ControlId, Intents, PartialControlStates, Reviewer } from "../model/control-states.ts";
import type { TabPosition } from "../model/tab-position.ts";
import type { Subject } from "../page/parse-page.ts";

/** Payload and response of one kind of message to the worker. */
export interface MessageSpec<Payload, Result> {
  readonly request: Payload;
  readonly response: Result;
}

/** Parts of the overlay that are loaded on demand. */
export type OverlayPart = "edge" | "interaction" | "menu" | "note" | "reviewers" | "rows";

/**
 * The page that a message refers to. The worker compares it with the tab's actual URL and rejects the message if they
 * differ. The popup also names the tab.
 */
export interface PageTarget {
  /** The page's key. */
  readonly page: string;
  readonly tab?: number | undefined;
  /** The row of the page's list that the message refers to; undefined for the page itself. */
  readonly row?: Subject | undefined;
}

/** The target of a change, together with the account shown and the user signed in to the page. */
export interface ChangeTarget extends PageTarget {
  /** Login that the view shows. The change is rejected if another account has become active since. */
  readonly login: string;
  /** Login of the user who is signed in to the page; null if the page names none. */
  readonly signedIn: string | null;
}

/** A suggested reviewer, with the reasons for the suggestion. */
export interface ReviewerCandidate extends Reviewer {
  /** The user's full name or the team's name, if known. */
  readonly fullName?: string | undefined;
  /** Translated, strongest first. */
  readonly reasons: readonly string[];
}

export interface ReviewerCandidates {
  /** Best first. */
  readonly candidates: readonly ReviewerCandidate[];
  /** Translated warnings about data that could not be read, so that suggestions may be incomplete. */
  readonly warnings: readonly string[];
}

/** Messages from a page to the worker. All of them are about the host that the tab shows. */
export interface PageMessages {
  /** Reads what the overlay needs to draw a page, without calls to the service. Null if there is none. */
  overlay: MessageSpec<PageTarget, { readonly site: CachedSite | null; readonly cached: CachedPage | null }>;
  /** Reads the last known states of a page and of rows of its list, in the order of the rows. Null if unknown. */
  "cached-states": MessageSpec<
    PageTarget & { readonly rows: readonly Subject[] },
    { readonly page: CachedPage | null; readonly rows: readonly (CachedPage | null)[] }
  >;
  /**
   * Reads a control's state, keyed by the control's ID. Never fails because of the service: unknown values are null.
   */
  states: MessageSpec<PageTarget & { readonly control: ControlId }, PartialControlStates>;
  /** Reads the states of all of a row's controls in one message, at background priority. */
  "row-states": MessageSpec<PageTarget & { readonly controls: readonly ControlId[] }, PartialControlStates>;
  /** Changes a control's state. A change that the user may not have seen waits for a confirmation in the popup. */
  change: MessageSpec<
    ChangeTarget & {
      readonly control: ControlId;
      readonly intent: Intents[ControlId];
      readonly isUnseen?: boolean | undefined;
    },
    ChangeResult<PartialControlStates>
  >;
  candidates: MessageSpec<PageTarget, ReviewerCandidates>;
  /** Loads a part of the overlay into the tab. */
  load: MessageSpec<PageTarget & { readonly part: OverlayPart }, undefined>;
  /** Remembers where the user has moved the overlay's tab on the page's host. */
  "move-tab": MessageSpec<PageTarget & { readonly position: TabPosition }, undefined>;
  /** Makes the account with this login the active one on the page's host. */
  "switch-account": MessageSpec<PageTarget & { readonly login: string }, undefined>;
}
