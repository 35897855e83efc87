import type { DialectName } from "@forgehand/core/dialects";
import type { Ask } from "./page.ts";
import type { Problem } from "./problem.ts";

/** An account without its token. */
export interface AccountSummary {
  readonly origin: string;
  readonly apiUrl: string;
  readonly dialect: DialectName;
  readonly login: string;
  /** Does it act on its host? One of a host's accounts does. */
  readonly active: boolean;
}

/** Which account. */
export interface AccountName {
  readonly origin: string;
  readonly login: string;
}

/** What an account's token is, and what it can do. */
export interface AccountTest {
  readonly login: string;
  /** In words: `a classic token`. */
  readonly kind: string;
  /** Milliseconds since 1970; null: it never expires; undefined: unknown. */
  readonly expires?: number | null | undefined;
  /** Undefined where this kind of token has none. */
  readonly scopes?: readonly string[] | undefined;
  readonly able: readonly {
    readonly control: string;
    readonly answer: "yes" | "no" | "unknown";
    /** What is missing, or why it is not known. */
    readonly reason?: string | undefined;
  }[];
}

/** Every answer with the accounts as they then are. */
export interface AccountAsks {
  accounts: Ask<object, readonly AccountSummary[]>;
  "save-account": Ask<
    { readonly origin: string; readonly apiUrl: string; readonly dialect: DialectName; readonly token: string },
    { readonly accounts: readonly AccountSummary[]; readonly login: string }
  >;
  "remove-account": Ask<AccountName, readonly AccountSummary[]>;
  "use-account": Ask<AccountName, readonly AccountSummary[]>;
  "test-account": Ask<AccountName, AccountTest | { readonly problem: Problem }>;
}
