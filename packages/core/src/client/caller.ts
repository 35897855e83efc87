import { TOKEN_KINDS, type TokenKind } from "../contract/access.ts";
import { type Dialect, tokenKind } from "../dialect/dialect.ts";
import { InputError } from "./errors.ts";

/** A token, with its kind where its prefix doesn't tell, or where it is a job's built-in one. */
export type Credentials = string | { readonly token: string; readonly kind?: TokenKind };

/** What is known of a caller's token. */
export interface Caller {
  readonly token: string | undefined;
  /** Undefined where neither the prefix nor the user tells. */
  readonly kind: TokenKind | undefined;
}

/** Who asked, and in whose words to tell them. */
export interface Asker {
  readonly dialect: Dialect;
  readonly caller: Caller;
}

/**
 * Reads credentials.
 * @throws InputError on a token that can't be one
 */
export function readCredentials(dialect: Dialect, credentials: Credentials | undefined): Caller {
  if (credentials === undefined) return { token: undefined, kind: "anonymous" };
  if (typeof credentials !== "string" && (typeof credentials !== "object" || typeof credentials?.token !== "string")) {
    throw new InputError("credentials is a token, or { token, kind }; leave it out for calls without one.", {
      field: "credentials",
    });
  }
  const { token, kind } = typeof credentials === "string" ? { token: credentials, kind: undefined } : credentials;
  if (kind !== undefined && !TOKEN_KINDS.includes(kind)) {
    throw new InputError(`credentials.kind is none of ${TOKEN_KINDS.join(", ")}.`, { field: "credentials" });
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new InputError("The token is empty or holds a space, a line break or another character that no token has.", {
      field: "credentials",
    });
  }
  return { token, kind: kind ?? tokenKind(dialect, token) };
}
