import type { TokenKind } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import type { AccountRef } from "../model/account-ref.ts";
import type { ControlId } from "../model/control-states.ts";
import { CONTROL_IDS } from "../model/controls.ts";
import type { Problem } from "../model/problem.ts";
import type { MessageSpec } from "./page.ts";

/** Whether an account can be used, or why not. */
export type AccountState =
  | "ready"
  /** The token is locked behind the passphrase. */
  | "locked"
  /** The account was imported without a token, or its token was removed. */
  | "missing-token"
  /** The browser no longer grants Forgehand access to the host. */
  | "missing-permission"
  /** The administrator's list does not include the host. */
  | "not-allowed";

/** An account, without its token. */
export interface AccountSummary {
  readonly origin: string;
  readonly apiUrl: string;
  readonly dialect: DialectName;
  readonly login: string;
  /** Whether this account is used on its host. At most one account per host is active. */
  readonly active: boolean;
  readonly state: AccountState;
  /** Kind of token; null if unknown. */
  readonly kind: TokenKind | null;
  /** Expiry in milliseconds since 1970; null if the token never expires, undefined if unknown. */
  readonly expires?: number | null | undefined;
  /** Time of the token's last use, in milliseconds since 1970. */
  readonly usedAt?: number | undefined;
}

/** Features that a token can enable. */
export const ABILITIES: readonly Ability[] = [...CONTROL_IDS, "lists", "bulk"];
export type Ability = ControlId | "lists" | "bulk";

/** Whether a feature works with a token. */
export interface AbilityReport {
  readonly ability: Ability;
  readonly answer: "yes" | "partly" | "no" | "unknown";
  /** Translated notes: missing permissions, why the answer is unknown, or what else the user needs. */
  readonly notes: readonly string[];
}

/** Result of testing an account's token. */
export interface AccountTest extends Pick<AccountSummary, "login" | "kind" | "expires"> {
  /** Undefined if this kind of token has no scopes. */
  readonly scopes?: readonly string[] | undefined;
  readonly abilities: readonly AbilityReport[];
  /** Translated note about access that Forgehand does not need; undefined if there is none or it is unknown. */
  readonly excessAccess?: string | undefined;
}

/** Intended use of a token that the user is about to create. */
export interface TokenRequirements {
  readonly dialect: DialectName;
  readonly kind: "classic" | "fine-grained";
  /** Whether private repositories are needed, too. */
  readonly privateRepositories: boolean;
  /** Whether the lists should include repositories of the user's organizations. */
  readonly organizations: boolean;
}

/** Minimum access for such a token, in GitHub's names, and the features that it enables. */
export interface TokenPlan {
  readonly scopes: readonly string[];
  /** Maps each permission to its level. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly abilities: readonly AbilityReport[];
}

/** A token that was not stored, because its user's account has a token of another kind. */
export interface TokenConflict {
  readonly login: string;
  /** Kinds of the account's token and of the new one; null if unknown. */
  readonly current: TokenKind | null;
  readonly added: TokenKind | null;
  /** Abilities that the new kind does not have, or only in part, and the current one can have. */
  readonly losses: readonly Ability[];
}

/** Responses contain the accounts after the change. */
export interface AccountMessages {
  accounts: MessageSpec<object, readonly AccountSummary[]>;
  "save-account": MessageSpec<
    {
      readonly origin: string;
      readonly apiUrl: string;
      /** `auto` derives the dialect from the token's prefix. */
      readonly dialect: DialectName | "auto";
      readonly token: string;
      /** Whether the user allows to send the token without encryption; default false. */
      readonly allowHttp?: boolean | undefined;
      /** Kind of the account's token that the user allows to replace by one of another kind; null if unknown. */
      readonly replaces?: TokenKind | null | undefined;
    },
    { readonly accounts: readonly AccountSummary[]; readonly login: string } | { readonly conflict: TokenConflict }
  >;
  "remove-account": MessageSpec<AccountRef, readonly AccountSummary[]>;
  "use-account": MessageSpec<AccountRef, readonly AccountSummary[]>;
  "test-account": MessageSpec<AccountRef, AccountTest | { readonly problem: Problem }>;
  "token-plan": MessageSpec<TokenRequirements, TokenPlan>;
}
