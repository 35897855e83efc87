import { isForgeError, type TokenKind } from "@forgehand/core";
import { DIALECT_NAMES, DIALECTS, type DialectName, tokenKind } from "@forgehand/core/dialects";
import { getAuthenticatedUser } from "@forgehand/core/operations";
import { t } from "../../ui/words.ts";
import { freshClient } from "../clients.ts";
import { Refused } from "../problems.ts";

/** A token, and where it is for. */
export interface GivenToken {
  readonly origin: string;
  readonly apiUrl: string;
  readonly dialect: DialectName;
  readonly token: string;
  readonly login?: string;
}

/** What the service tells of a token. */
export interface ToldToken {
  readonly login: string;
  readonly kind: TokenKind | undefined;
  /** Milliseconds since 1970; null: it never expires; undefined: unknown. */
  readonly expires: number | null | undefined;
  /** Undefined where this kind of token has none. */
  readonly scopes: readonly string[] | undefined;
}

/** A login, as settings files and messages may have it: accounts are told apart by it. */
const LOGIN = /^[^\s/]{1,100}$/;

/** The names that a token's prefix speaks; the usual ones where it tells nothing. */
export function dialectOf(token: string): DialectName {
  return DIALECT_NAMES.find((name) => tokenKind(DIALECTS[name], token) !== undefined) ?? DIALECT_NAMES[0];
}

/** Asks the service whose token it is and what it is like. @throws ForgeError */
export async function askAboutToken(given: GivenToken): Promise<ToldToken> {
  const { output, headers } = await freshClient(given).call.raw(getAuthenticatedUser);
  const dialect = DIALECTS[given.dialect];
  const scopes = headers.get("x-oauth-scopes");
  // Tokens of old have no prefix; only those that have scopes are told of them.
  const kind = tokenKind(dialect, given.token) ?? (scopes === null ? undefined : "classic");
  const isPersonal = kind === "classic" || kind === "fine-grained";
  const told = headers.get(dialect.headers.tokenExpiration);
  return {
    login: output.login,
    kind,
    expires: told === null ? (isPersonal ? null : undefined) : readMoment(told),
    scopes: scopes?.split(",").flatMap((scope) => scope.trim() || []),
  };
}

/** The same, before anything is kept. @throws Refused with a sentence for the person */
export async function lookAtToken(given: GivenToken): Promise<ToldToken> {
  if (tokenKind(DIALECTS[given.dialect], given.token) === "installation") {
    throw new Refused(t("notSaved", t("tokenIsNobodys")));
  }
  const told = await askAboutToken(given).catch((error: unknown) => {
    if (isForgeError(error)) throw new Refused(t("notSaved", error.detail));
    throw error;
  });
  if (!LOGIN.test(told.login)) throw new Refused(t("notSaved", t("loginIsNone")));
  return told;
}

/** `2027-01-31 09:30:00 UTC`, or with an offset, in milliseconds since 1970; undefined where it is written otherwise. */
export function readMoment(text: string): number | undefined {
  const [, date, time, offset = ""] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d) ?(.*)$/.exec(text.trim()) ?? [];
  const zone = /^(UTC|GMT|Z|)$/i.test(offset) ? "Z" : offset.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  const moment = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(moment) ? undefined : moment;
}
