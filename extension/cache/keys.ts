import type { PartialControlStates } from "../model/control-states.ts";
import type { Settings } from "../settings.ts";

// Data that views read directly from `storage.local`, without waiting for the worker to start. Only the worker writes
// it; none of it is secret.

/** A host that Forgehand works on: its accounts and the settings for its pages. */
export interface CachedSite extends Settings {
  /** Login of the active account; undefined if there is no account yet. */
  readonly login?: string | undefined;
  /** Logins of all accounts on the host. */
  readonly logins: readonly string[];
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

export const siteKey = (origin: string) => `site ${origin}` as const;

/**
 * Storage key for a page. Names are case-insensitive.
 * @param page the page's key
 */
export const pageKey = (page: string) => `known ${page.toLowerCase()}` as const;
