/**
 * Kinds of token that the service issues. `workflow` is a job's built-in token, `app` an app's own JWT; `anonymous` is
 * a call without a token.
 */
export const TOKEN_KINDS = [
  "classic",
  "oauth",
  "fine-grained",
  "user-access",
  "installation",
  "workflow",
  "app",
  "anonymous",
] as const;
/** A kind of token. */
export type TokenKind = (typeof TOKEN_KINDS)[number];
