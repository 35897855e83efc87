/** Reason why something is unknown, was not done, or waits. Translated by `lists/reason-text.ts`. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The service's own message, if there was one. */
  readonly detail?: string;
  /** For `all-refused`: the reason for which each item was refused. */
  readonly cause?: ReasonKind;
}

export type ReasonKind =
  /** Not checked yet. */
  | "not-checked"
  /** Fine-grained and app tokens cannot read or change subscriptions. */
  | "token-kind"
  /** The token lacks a scope or permission, or the service refused the request (403). */
  | "permission"
  /** Does not exist or is not visible to this account (404). */
  | "not-found"
  /** Permanently removed (410). */
  | "gone"
  /** Unavailable for legal or other reasons (451). */
  | "blocked"
  /** A rate limit was reached. */
  | "limit"
  /** The service is unreachable. */
  | "offline"
  /** The token expired or was revoked (401). */
  | "token"
  /** The account no longer exists. */
  | "no-account"
  /** The account cannot be used now; `detail` says why, translated. */
  | "account"
  /** Tokens are locked behind a passphrase. */
  | "locked"
  /** The service failed (5xx or an invalid response). */
  | "service"
  /** The browser has no storage space left. */
  | "storage-full"
  /** Several consecutive items were refused for the same reason. */
  | "all-refused"
  /** The repository was changed since the original job, so the undo keeps it. */
  | "changed-since"
  /** The job would change nothing. */
  | "nothing-to-do"
  /** An internal error in Forgehand. */
  | "internal";

/** Reason why something waits; it resumes automatically. */
export interface WaitState {
  readonly reason: Reason;
  /** Milliseconds since 1970; null if unknown. */
  readonly until: number | null;
}
