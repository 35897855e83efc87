/** Why something isn't known, wasn't done, or waits. `lists/reason-words.ts` makes a sentence of it. */
export interface Reason {
  readonly kind: ReasonKind;
  /** The forge's own words, where it said any. */
  readonly detail?: string;
  /** Of `all refused`: what each of them was refused for. */
  readonly of?: ReasonKind;
}

export type ReasonKind =
  /** Nobody has looked yet. */
  | "not looked"
  /** Fine-grained and app tokens can't read or change what somebody watches. */
  | "token kind"
  /** The token lacks a scope or a permission, or the forge refuses (403). */
  | "permission"
  /** Not there, or not to be seen by this account (404). */
  | "not found"
  /** Removed for good (410). */
  | "gone"
  /** Not to be had for legal or other reasons (451). */
  | "blocked"
  /** The forge's limits: there is a moment from which it goes on. */
  | "limit"
  /** The forge can't be reached. */
  | "offline"
  /** The token has expired, or was revoked (401). */
  | "token"
  /** There is no such account any more. */
  | "no account"
  /** The account can't act just now; `detail` says why, in the person's language. */
  | "account"
  /** Tokens are locked behind a passphrase. */
  | "locked"
  /** The forge failed (5xx, or an answer that makes no sense). */
  | "forge"
  /** The browser has no room left. */
  | "storage full"
  /** Several items in a row were refused in the same way. */
  | "all refused"
  /** The repository is not in the state that the job left it in: somebody changed it since. */
  | "changed since"
  /** A job would change nothing. */
  | "nothing to do"
  /** Forgehand itself failed. */
  | "internal";

/** Something waits, and goes on by itself. */
export interface Waiting {
  readonly why: Reason;
  /** Milliseconds since 1970; null: nobody knows. */
  readonly until: number | null;
}
