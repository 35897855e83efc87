/** Why something is not known or was not done, for the person in front of it. */
export interface Problem {
  /** A sentence or two: what happened, and what to do. */
  readonly text: string;
  /** What may help: how a view can offer it. */
  readonly kind: ProblemKind;
  /** Of a limit: when it ends, in milliseconds since 1970. */
  readonly until?: number;
  /** Of a mismatch: who helps, where Forgehand has their account. */
  readonly switchTo?: string;
}

export type ProblemKind =
  /** There is no account for this host, or its token is wrong or expired: the options help. */
  | "account"
  /** The tokens are locked: the passphrase helps. */
  | "locked"
  /** The page is signed in as somebody else: another account helps. */
  | "mismatch"
  /** The token or its owner may not: nothing here helps. */
  | "permission"
  /** The service says when: waiting helps. */
  | "limit"
  /** The service can't be reached: it is asked again by itself. */
  | "offline"
  /** Nobody knows whether it was done, as the worker ended before it could tell: looking again helps. */
  | "lost"
  /** This script is older than its extension: loading the page again helps. */
  | "outdated"
  | "other";
