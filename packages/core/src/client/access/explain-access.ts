import {
  type Access,
  type Level,
  type Need,
  PERMISSIONS,
  type Permission,
  type Role,
  TOKEN_KINDS,
  type TokenKind,
} from "../../contract/access.ts";
import { definitionOf } from "../../contract/defined.ts";
import { alternativesFor, type Grants, isScoped, missingNeeds } from "../../contract/missing-needs.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { type Dialect, neutralScope, permissionNames, tokenKind } from "../../dialect/dialect.ts";
import type { DialectName } from "../../dialect/dialects.ts";
import { readDialect } from "../../dialect/read-dialect.ts";
import { sentences, wrongField } from "../../errors.ts";
import { readInput } from "../request/input.ts";
import { describeAble, describeNeeds, describeRoles, kindName } from "./access-words.ts";

/** What is known of a token; what is left out is unknown, never taken for missing. */
export interface TokenFacts {
  /** Its kind, or the token itself, whose prefix tells. */
  readonly kind?: TokenKind;
  readonly token?: string;
  /** Of classic and OAuth tokens, as the vendor names them. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Of the other kinds: keys as the contract or the vendor names them, and how far each goes. */
  readonly permissions?: Readonly<Record<string, string>> | null | undefined;
  /** In whose words to answer; default github's. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Is the repository private? Some needs count only then. */
  readonly private?: boolean | undefined;
}

/** Whether a token would do. */
export interface AccessExplanation {
  /** `unknown`: what no source states, and what is not known of the token or the repository, is never called missing. */
  readonly answer: "yes" | "no" | "unknown";
  /** What the token is known to lack. */
  readonly missing: readonly Need[];
  /** What its owner has to be beside; one of these suffices. */
  readonly roles: readonly Role[];
  /** All of it in words, in the vendor's own names. */
  readonly message: string;
}

/**
 * Would this token do for this operation, and if not, what exactly is missing? (document 1, Authentication)
 * @param input the operation's input, where what is needed depends on it: files that define workflows
 * @throws InputError on a fact that can't be right, naming it and never repeating a token
 */
export function explainAccess(
  operation: AnyOperation,
  facts: TokenFacts,
  input: Readonly<Record<string, unknown>> = {},
): AccessExplanation {
  const fields = readInput(operation, input);
  checkFacts(facts);
  const { access, restricted } = definitionOf(operation);
  const dialect = readDialect(facts.dialect);
  const kind = facts.kind ?? (facts.token === undefined ? undefined : tokenKind(dialect, facts.token));
  const isRestricted = restricted !== undefined && Date.now() >= Date.parse(restricted.from);
  // What an app or a workflow may do, its permission sets say: it has no owner to be somebody.
  const forPerson = kind === undefined || !OWNERLESS.includes(kind);
  const roles = forPerson ? [...(access.roles ?? []), ...(isRestricted ? restricted.roles : [])] : [];
  const beside = roles.length ? `Its owner has to be ${describeRoles(roles)} as well` : "";
  const explain = (answer: AccessExplanation["answer"], words: string, missing: readonly Need[] = []) => ({
    answer,
    missing,
    roles,
    message: sentences(words, answer === "no" ? undefined : beside || undefined),
  });

  if (kind === undefined) return explain("unknown", `What kind of token it is isn't known. ${able(dialect, access)}`);
  if (!access.tokens.includes(kind)) return explain("no", `${cannot(kind)}. ${able(dialect, access)}`);
  const alternatives = alternativesFor(access, kind);
  if (kind === "anonymous") {
    if (isRestricted) return explain("no", `Since ${restricted.from} this takes a token`);
    if (facts.private) return explain("no", "What is private takes a token");
    return explain("yes", "No token is needed for what is public");
  }
  if (alternatives.length === 0) return explain("unknown", `No source says what ${kindName(kind)} needs for this`);

  const grants = readGrants(dialect, kind, facts);
  const path = typeof fields["path"] === "string" ? { path: fields["path"] } : {};
  const lacking = (isPrivate: boolean) => missingNeeds(access, grants, { private: isPrivate, ...path });
  const always = lacking(facts.private ?? false);
  const known = isScoped(kind) ? facts.scopes : facts.permissions;
  if ((known ?? undefined) === undefined && lacking(facts.private ?? true).length > 0) {
    const words = isScoped(kind) ? "Which scopes it has" : "Which permissions it has";
    return explain(
      "unknown",
      `${words} isn't known. This takes ${describeNeeds(dialect, lacking(facts.private ?? true))}`,
    );
  }
  if (always.length > 0) {
    const lacks = `The token lacks ${describeNeeds(dialect, always)}`;
    if (!access.others) return explain("no", lacks, always);
    return explain("unknown", sentences(lacks, "Another permission may be accepted in its place"), always);
  }
  const whenPrivate = facts.private === undefined ? lacking(true) : [];
  if (whenPrivate.length > 0) {
    return explain(
      "unknown",
      `It does for public repositories. For private ones the token lacks ${describeNeeds(dialect, whenPrivate)}`,
    );
  }
  const caution = access.others ? "Another permission may be needed as well" : undefined;
  return explain("yes", sentences("The token does", caution));
}

/** Callers without a compiler get a sentence, too. */
function checkFacts(facts: TokenFacts): void {
  if (typeof facts !== "object" || facts === null)
    throw wrongField("facts", "must be what is known of a token: { token, scopes }");
  const { kind, token, scopes, permissions } = facts;
  if (kind !== undefined && !TOKEN_KINDS.includes(kind))
    throw wrongField("kind", `is none of ${TOKEN_KINDS.join(", ")}`);
  if (token !== undefined && typeof token !== "string") throw wrongField("token", "must be a string");
  const held: unknown = scopes ?? [];
  if (!Array.isArray(held) || held.some((scope) => typeof scope !== "string")) {
    throw wrongField("scopes", "must be an array of strings, or null where they aren't known");
  }
  if (typeof (permissions ?? {}) !== "object") {
    throw wrongField("permissions", "must be an object of keys and levels, or null where they aren't known");
  }
}

/** A token's grants in the contract's names. */
function readGrants(dialect: Dialect, kind: TokenKind, { scopes, permissions }: TokenFacts): Grants {
  const levels: Partial<Record<Permission, Level>> = {};
  for (const key in PERMISSIONS) {
    if (!isPermission(key)) continue;
    const level = permissions?.[permissionNames(dialect, key).key] ?? permissions?.[key];
    // Some sets go further than write: `admin`.
    if (level === "read") levels[key] = "read";
    else if (level === "write" || level === "admin") levels[key] = "write";
  }
  return {
    kind,
    ...(scopes ? { scopes: scopes.map((scope) => neutralScope(dialect, scope)) } : {}),
    ...(permissions ? { permissions: levels } : {}),
  };
}

function isPermission(key: string): key is Permission {
  return Object.hasOwn(PERMISSIONS, key);
}

function cannot(kind: TokenKind): string {
  return kind === "anonymous" ? "This takes a token" : `${capital(kindName(kind))} can't do this`;
}

function able(dialect: Dialect, access: Access): string {
  return `It takes ${describeAble(dialect, access)}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Kinds of token that act for nobody. */
const OWNERLESS: readonly TokenKind[] = ["installation", "workflow", "app"];
