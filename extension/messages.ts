import type { DialectName } from "@forgehand/core/dialects";

// The protocol between page and worker: types, and one word. The worker's parsers are in worker/requests.ts.

/** What the worker tells the pages of a host whose account is no longer the one that it was. */
export const ACCOUNTS_CHANGED = "accounts-changed";

/** Watching, as people say it. */
export type Watch = "not watching" | "watching" | "ignoring";

/** Somebody who can be asked for a review; a team's name is `organization/slug`. */
export interface Reviewer {
  readonly kind: "user" | "team";
  readonly name: string;
}

/** What each control shows. */
export interface States {
  star: { readonly starred: boolean; readonly count: number };
  watch: { readonly watch: Watch; readonly count: number };
  "review-request": {
    readonly requested: readonly Reviewer[];
    /** Who could be asked, as far as the token may know. */
    readonly candidates: readonly Reviewer[];
  };
}

/** What each control can ask for. */
export interface Intents {
  star: { readonly starred: boolean };
  watch: { readonly watch: Watch };
  "review-request": { readonly add: readonly Reviewer[] } | { readonly remove: readonly Reviewer[] };
}

export type ControlId = keyof States;

/**
 * What a page asks of the worker. `page` is the key of the page that it was made on: the worker acts on what the tab's own
 * address says, and refuses where the two differ.
 */
export type PageRequest =
  | { readonly type: "who"; readonly page: string }
  | { readonly type: "look"; readonly page: string; readonly control: ControlId }
  | {
      readonly type: "act";
      readonly page: string;
      readonly control: ControlId;
      readonly intent: Intents[ControlId];
    }
  | { readonly type: "open-options" };

/** Whose account acts on a page: a login, nobody yet, or a host that Forgehand does not work on. */
export type Who = { readonly login: string } | "no account" | "foreign host";

/** An account without its token. */
export interface AccountSummary {
  readonly origin: string;
  readonly apiUrl: string;
  readonly dialect: DialectName;
  readonly login: string;
}

/** What a page of the extension asks of the worker. */
export type OptionsRequest =
  | { readonly type: "accounts" }
  | {
      readonly type: "save-account";
      readonly origin: string;
      readonly apiUrl: string;
      readonly dialect: DialectName;
      readonly token: string;
    }
  | { readonly type: "remove-account"; readonly origin: string };

/** The worker's answer: what was asked for, or a sentence on why not. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
