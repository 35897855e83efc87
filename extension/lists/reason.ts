/** Reason why something is unknown, was not done, or waits. Translated by `lists/reason-text.ts`. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The service's own message, if there was one. */
  readonly detail?: string;
  /** For `all-refused`: the reason for which each item was refused. For `unverified`: why nothing more is known. */
  readonly cause?: ReasonKind;
}

export type ReasonKind =
  /** Not checked yet. */
  | "not-checked"
  /** Not in the service's list of watched repositories, so not watched or ignored. */
  | "unlisted"
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
  /** A control that the job uses is turned off, by the user or an administrator. */
  | "switched-off"
  /** The service failed (5xx or an invalid response). */
  | "service"
  /** The browser has no storage space left. */
  | "storage-full"
  /** Several consecutive items were refused for the same reason. */
  | "all-refused"
  /** It is unknown whether a write took effect. */
  | "unverified"
  /** The repository was changed since the original job, so the undo keeps it. */
  | "changed-since"
  /** The job would change nothing. */
  | "nothing-to-do"
  /** An internal error in Forgehand. */
  | "internal";

/** Reason why something waits; it resumes automatically. */
export interface WaitState {
  readonly reason: Reason;
  /** Start and end of the wait, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/** Returns the remaining time of a wait, in milliseconds. A clock that was set back does not make it longer. */
export function remainingWait({ since, until }: Omit<WaitState, "reason">, now: number): number {
  return Math.max(0, until - Math.max(since, now));
}
