import type { SomeStates } from "../messages/states.ts";
import type { Settings } from "../settings.ts";

// What views read from `storage.local` at once, before any worker is awake. The worker alone writes it; none of it is secret.

/** A host that Forgehand works on: who acts there, and how things are to look. */
export interface Site extends Settings {
  /** Undefined where there is no account yet. */
  readonly login?: string | undefined;
  /** Every account's login there. */
  readonly logins: readonly string[];
  /** Are tokens locked behind a passphrase? */
  readonly locked?: boolean | undefined;
  /** The words of a language that is not the browser's own. */
  readonly words?: Readonly<Record<string, string>> | undefined;
}

/** What was last known of a page, as one account saw it. */
export interface Known {
  readonly login: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly states: SomeStates;
}

export const siteKey = (origin: string) => `site ${origin}` as const;

/** @param page a page's key: names are alike in any case */
export const knownKey = (page: string) => `known ${page.toLowerCase()}` as const;
