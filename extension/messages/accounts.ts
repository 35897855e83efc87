import type { TokenKind } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import type { Ask } from "./page.ts";
import type { Problem } from "./problem.ts";

/** Whether an account can act, or why not. */
export type AccountState =
  | "ready"
  /** Its token is locked behind the passphrase. */
  | "locked"
  /** It came with settings from elsewhere, or its token was taken away: it waits for one. */
  | "no token"
  /** The browser doesn't let Forgehand work on its host any more. */
  | "no permission"
  /** The administrator's list of hosts doesn't have its host. */
  | "not allowed";

/** An account without its token. */
export interface AccountSummary {
  readonly origin: string;
  readonly apiUrl: string;
  readonly dialect: DialectName;
  readonly login: string;
  /** Does it act on its host? One of a host's accounts does. */
  readonly active: boolean;
  readonly state: AccountState;
  /** What kind of token it has; null: unknown. */
  readonly kind: TokenKind | null;
  /** Milliseconds since 1970; null: it never expires; undefined: unknown. */
  readonly expires?: number | null | undefined;
  /** When the token was last used, in milliseconds since 1970. */
  readonly usedAt?: number | undefined;
}

/** Which account. */
export interface AccountName {
  readonly origin: string;
  readonly login: string;
}

/** What a token can be good for. */
export const ABILITIES = ["star", "watch", "review-request", "lists", "bulk"] as const;
export type Ability = (typeof ABILITIES)[number];

/** Whether something will work with a token. */
export interface Able {
  readonly ability: Ability;
  readonly answer: "yes" | "partly" | "no" | "unknown";
  /** In words: what is missing, for what it won't do, why it isn't known, what the person has to be beside. */
  readonly notes: readonly string[];
}

/** What an account's token is, and what it can do. */
export interface AccountTest {
  readonly login: string;
  /** Null: unknown. */
  readonly kind: TokenKind | null;
  /** Milliseconds since 1970; null: it never expires; undefined: unknown. */
  readonly expires?: number | null | undefined;
  /** Undefined where this kind of token has none. */
  readonly scopes?: readonly string[] | undefined;
  readonly able: readonly Able[];
  /** In words: what it could do beside, which nothing here needs; undefined where that is nothing, or isn't known. */
  readonly spare?: string | undefined;
}

/** What somebody wants of a token that they are about to make. */
export interface TokenWish {
  readonly dialect: DialectName;
  readonly kind: "classic" | "fine-grained";
  /** Are private repositories to be reached, and watching? Else stars and review requests of public ones. */
  readonly everything: boolean;
  /** Are the lists to find what one's organizations have? */
  readonly organizations: boolean;
}

/** The least that such a token takes, in the vendor's names, and what will work with it. */
export interface TokenPlan {
  readonly scopes: readonly string[];
  /** Key -> level. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly able: readonly Able[];
}

/** Every answer with the accounts as they then are. */
export interface AccountAsks {
  accounts: Ask<object, readonly AccountSummary[]>;
  "save-account": Ask<
    {
      readonly origin: string;
      readonly apiUrl: string;
      /** `auto`: as the token's prefix tells. */
      readonly dialect: DialectName | "auto";
      readonly token: string;
    },
    { readonly accounts: readonly AccountSummary[]; readonly login: string }
  >;
  "remove-account": Ask<AccountName, readonly AccountSummary[]>;
  "use-account": Ask<AccountName, readonly AccountSummary[]>;
  "test-account": Ask<AccountName, AccountTest | { readonly problem: Problem }>;
  "token-plan": Ask<TokenWish, TokenPlan>;
}
