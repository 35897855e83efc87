import type { PartialControlStates } from "../model/control-states.ts";
import type { TabPosition } from "../model/tab-position.ts";
import type { Settings } from "../settings.ts";

// Data that the worker stores, so that it can respond without calls to a service. None of it is secret, but each host's
// data is for pages of that host only.

/** A host that Forgehand works on: its accounts and the settings for its pages. */
export interface CachedSite extends Settings {
  /** Login of the active account; undefined if none is active. */
  readonly login?: string | undefined;
  /** Logins of all accounts on the host. */
  readonly logins: readonly string[];
  /** Position of the overlay's tab on this host; undefined if the user has not moved it. */
  readonly tab?: TabPosition | undefined;
  /** Whether the tokens are locked behind a passphrase. */
  readonly locked?: boolean | undefined;
  /** Texts of the chosen language; undefined if it is the browser's own. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** Last known state of a page, as seen by one account. */
export interface CachedPage {
  readonly login: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly states: PartialControlStates;
}

/** Maximum number of rows whose states are read in one message. */
export const MAX_CACHED_ROWS = 100;
