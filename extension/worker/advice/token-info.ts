import { isForgeError, type TokenKind } from "@forgehand/core";
import { DIALECT_NAMES, DIALECTS, type DialectName, tokenKind } from "@forgehand/core/dialects";
import { getAuthenticatedUser } from "@forgehand/core/operations";
import { t } from "../../locales/i18n.ts";
import type { AccountTest } from "../../messages/accounts.ts";
import { isLogin } from "../../model/account-ref.ts";
import { type ClientAccount, uncachedClient } from "../clients.ts";
import { RefusedError } from "../refused-error.ts";

/** Facts that the service reports about a token. */
export interface TokenInfo extends Pick<AccountTest, "login" | "scopes"> {
  readonly kind: TokenKind | undefined;
  readonly expires: AccountTest["expires"];
}

/** Detects the dialect from a token's prefix; `github` if the prefix is unknown. */
export function detectDialect(token: string): DialectName {
  return DIALECT_NAMES.find((name) => tokenKind(DIALECTS[name], token) !== undefined) ?? DIALECT_NAMES[0];
}

/**
 * Requests the token's user, kind, expiration and scopes.
 * @throws ForgeError
 */
export async function fetchTokenInfo(input: ClientAccount): Promise<TokenInfo> {
  const { output, headers } = await uncachedClient(input).call.raw(getAuthenticatedUser);
  const dialect = DIALECTS[input.dialect];
  const scopes = headers.get("x-oauth-scopes");
  // Old classic tokens have no prefix, but only classic tokens have scopes.
  const kind = tokenKind(dialect, input.token) ?? (scopes === null ? undefined : "classic");
  const isPersonal = kind === "classic" || kind === "fine-grained";
  const expiration = headers.get(dialect.headers.tokenExpiration);
  return {
    login: output.login,
    kind,
    expires: expiration === null ? (isPersonal ? null : undefined) : parseTimestamp(expiration),
    // GitHub sends the header, empty, to users' tokens of apps as well.
    scopes: kind === "user-access" ? undefined : scopes?.split(",").flatMap((scope) => scope.trim() || []),
  };
}

/**
 * Checks a token before it is stored, and returns the same facts about it.
 * @throws RefusedError with a text for the user
 */
export async function validateToken(input: ClientAccount): Promise<TokenInfo> {
  if (tokenKind(DIALECTS[input.dialect], input.token) === "installation") {
    throw new RefusedError(t("notSaved", t("tokenHasNoUser")));
  }
  const info = await fetchTokenInfo(input).catch((error: unknown) => {
    if (isForgeError(error)) throw new RefusedError(t("notSaved", error.detail));
    throw error;
  });
  if (!isLogin(info.login)) throw new RefusedError(t("notSaved", t("loginIsNone")));
  return info;
}

/**
 * Parses a timestamp such as `2027-01-31 09:30:00 UTC`, or with an offset, to milliseconds since 1970. Undefined for
 * other formats.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, time, offset = ""] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?(.*)$/.exec(text.trim()) ?? [];
  const zone = /^(UTC|GMT|Z|)$/i.test(offset) ? "Z" : offset.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  const timestamp = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(timestamp) ? undefined : timestamp;
}
