/** Reason why a value is unknown or a change was not made, as shown to the user. */
export interface Problem {
  /** One or two sentences: what happened and what to do. */
  readonly text: string;
  /** Decides which remedy a view offers. */
  readonly kind: ProblemKind;
  /** For a rate limit: when it ends, in milliseconds since 1970. */
  readonly until?: number;
  /** For a mismatch: the login of another Forgehand account that matches the signed-in user. */
  readonly switchTo?: string;
}

export type ProblemKind =
  /** The host has no account, or its token is invalid or expired. Fixed in the options. */
  | "account"
  /** The tokens are locked. Fixed by the passphrase. */
  | "locked"
  /** The page is signed in as a different user. Fixed by switching the account. */
  | "mismatch"
  /** The token or its owner lacks a permission. Cannot be fixed here. */
  | "permission"
  /** A rate limit was reached. Fixed by waiting. */
  | "limit"
  /** The service is unreachable. Retried automatically. */
  | "offline"
  /** The outcome is unknown because the worker stopped before it responded. Fixed by reading the state again. */
  | "lost"
  /** The user may not have seen what they pressed. Fixed by confirming the change in the popup. */
  | "unconfirmed"
  /** The script belongs to an older version of the extension. Fixed by reloading the page. */
  | "outdated"
  | "other";
