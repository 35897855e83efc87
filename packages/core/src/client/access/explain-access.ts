import {
  type Access,
  PERMISSIONS,
  type Permission,
  type PermissionLevel,
  type Requirement,
  type Role,
  TOKEN_KINDS,
  type TokenKind,
} from "../../contract/access.ts";
import { callDefinitionOf } from "../../contract/call-definition.ts";
import {
  alternativesFor,
  isScoped,
  missingRequirements,
  type TokenGrants,
  withoutAssumed,
} from "../../contract/missing-requirements.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { type Dialect, neutralScope, tokenKind } from "../../dialect/dialect.ts";
import type { DialectName } from "../../dialect/dialects.ts";
import { permissionNames } from "../../dialect/permission-names.ts";
import { readDialect } from "../../dialect/read-dialect.ts";
import { joinSentences } from "../../error-texts.ts";
import { invalidField } from "../../errors.ts";
import { readInput } from "../request/validate-input.ts";
import {
  describeAllowedTokens,
  describeAssumption,
  describeNeeds,
  describeRoles,
  describeTokenKind,
  describeUnavailable,
  OWNERLESS,
  requiredRoles,
  unavailableToJobs,
} from "./describe-access.ts";

/** Known properties of a token. An omitted property is unknown, not missing. */
export interface TokenInfo {
  /** Kind of the token; by default, the prefix of `token` identifies it. */
  readonly kind?: TokenKind;
  /** The token itself, of which only the prefix is read. */
  readonly token?: string;
  /** Scopes of classic and OAuth tokens, by the dialect's names. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Permissions of other token kinds and their levels: contract or dialect keys, or as workflow files spell them. */
  readonly permissions?: Readonly<Record<string, string>> | null | undefined;
  /** Dialect for the message; default `github`. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Whether the repository is private; some scopes are required only then. */
  readonly private?: boolean | undefined;
}

/** Whether a token is sufficient, and why. */
export interface AccessExplanation {
  /** "unknown" if neither the documentation nor the known properties decide it. */
  readonly answer: "yes" | "no" | "unknown";
  /** Access that the token is known to lack. */
  readonly missing: readonly Requirement[];
  /** Access that the token probably lacks: requirements that no source confirms. */
  readonly assumed: readonly Requirement[];
  /** Roles of which the token's owner must have one. */
  readonly roles: readonly Role[];
  /** The explanation as text, with the dialect's names. */
  readonly message: string;
}

/**
 * Explains whether a token is sufficient for an operation, and if not, what it lacks.
 * @param input the operation's input, if the requirements depend on it: files that define workflows
 * @throws InputError if a value is invalid; its message never contains a token
 */
export function explainAccess(
  operation: AnyOperation,
  info: TokenInfo,
  input: Readonly<Record<string, unknown>> = {},
): AccessExplanation {
  const fields = readInput(operation, input);
  validateTokenInfo(info);
  const definition = callDefinitionOf(operation);
  const { access, restricted } = definition;
  const dialect = readDialect(info.dialect);
  const kind = info.kind ?? (info.token === undefined ? undefined : tokenKind(dialect, info.token));
  const isRestricted = restricted !== undefined && Date.now() >= Date.parse(restricted.from);
  const hasOwner = kind === undefined || !OWNERLESS.includes(kind);
  const roles = hasOwner ? requiredRoles(definition, Date.now()) : [];
  const ownerRequirement = roles.length ? `Its owner must also be ${describeRoles(roles)}` : "";
  const explanation = (answer: AccessExplanation["answer"], text: string, lacking: readonly Requirement[] = []) => ({
    answer,
    missing: withoutAssumed(lacking),
    assumed: lacking.filter(({ source }) => source === "assumed"),
    roles,
    message: joinSentences(text, answer === "no" ? undefined : ownerRequirement || undefined),
  });

  if (kind === undefined)
    return explanation("unknown", `The kind of this token is unknown. ${describeRequirement(dialect, access)}`);
  if (!access.tokens.includes(kind))
    return explanation("no", `${describeRejection(kind)}. ${describeRequirement(dialect, access)}`);
  const alternatives = alternativesFor(access, kind);
  if (kind === "anonymous") {
    if (isRestricted) return explanation("no", `Since ${restricted.from} this requires a token`);
    if (info.private) return explanation("no", "Private resources require a token");
    return explanation("yes", "Public resources require no token");
  }
  if (alternatives.length === 0)
    return explanation("unknown", `The documentation does not say what ${describeTokenKind(kind)} needs for this`);

  const grants = readGrants(dialect, kind, info);
  const path = typeof fields["path"] === "string" ? { path: fields["path"] } : {};
  // No token is denied what can be read without one.
  const isPublic = access.tokens.includes("anonymous") && !isRestricted;
  const lacking = (isPrivate: boolean) =>
    isPublic && !isPrivate ? [] : missingRequirements(access, grants, { private: isPrivate, ...path });
  const lackingAccess = lacking(info.private ?? false);
  const unavailable = kind === "workflow" ? unavailableToJobs(lacking(info.private ?? true)) : [];
  if (unavailable.length > 0) {
    const problem = describeUnavailable(dialect, unavailable);
    if (lackingAccess.length > 0) return explanation("no", problem, unavailable);
    return explanation("unknown", joinSentences("The token suffices for public repositories", problem));
  }
  const knownGrants = isScoped(kind) ? info.scopes : info.permissions;
  if ((knownGrants ?? undefined) === undefined && lacking(info.private ?? true).length > 0) {
    const text = isScoped(kind) ? "Its scopes are" : "Its permissions are";
    return explanation(
      "unknown",
      `${text} unknown. This requires ${describeNeeds(dialect, lacking(info.private ?? true))}`,
    );
  }
  if (lackingAccess.length > 0) {
    const isAssumed = lackingAccess.every(({ source }) => source === "assumed");
    if (isAssumed) return explanation("unknown", describeAssumption(dialect, lackingAccess), lackingAccess);
    const lackingNeeds = `The token lacks ${describeNeeds(dialect, lackingAccess)}`;
    if (!access.hasOtherRequirements) return explanation("no", lackingNeeds, lackingAccess);
    return explanation(
      "unknown",
      joinSentences(lackingNeeds, "Another permission may be accepted in its place"),
      lackingAccess,
    );
  }
  const whenPrivate = info.private === undefined ? lacking(true) : [];
  if (whenPrivate.length > 0) {
    const lacks = withoutAssumed(whenPrivate).length > 0 ? "lacks" : "probably lacks";
    const needs = describeNeeds(dialect, whenPrivate);
    return explanation("unknown", `The token suffices for public repositories. For private ones it ${lacks} ${needs}`);
  }
  const otherPermissionNote = access.hasOtherRequirements ? "Another permission may be needed as well" : undefined;
  return explanation("yes", joinSentences("The token suffices", otherPermissionNote));
}

/** Runtime checks for callers without a compiler. */
function validateTokenInfo(info: TokenInfo): void {
  if (typeof info !== "object" || info === null)
    throw invalidField("info", "must be an object such as { token, scopes }");
  const { kind, token, scopes, permissions } = info;
  if (kind !== undefined && !TOKEN_KINDS.includes(kind))
    throw invalidField("kind", `must be one of ${TOKEN_KINDS.join(", ")}`);
  if (token !== undefined && typeof token !== "string") throw invalidField("token", "must be a string");
  const givenScopes: unknown = scopes ?? [];
  if (!Array.isArray(givenScopes) || givenScopes.some((scope) => typeof scope !== "string")) {
    throw invalidField("scopes", "must be an array of strings, or null if unknown");
  }
  if (typeof (permissions ?? {}) !== "object") {
    throw invalidField("permissions", "must be an object of permissions and levels, or null if unknown");
  }
}

/** A token's grants by the contract's names. */
function readGrants(dialect: Dialect, kind: TokenKind, { scopes, permissions }: TokenInfo): TokenGrants {
  const levels: Partial<Record<Permission, PermissionLevel>> = {};
  for (const key in PERMISSIONS) {
    if (!isPermission(key)) continue;
    const level =
      permissions?.[permissionNames(dialect, key).key] ?? permissions?.[key] ?? permissions?.[key.replaceAll("_", "-")];
    // Some permissions have the level `admin`, which includes write.
    if (level === "read") levels[key] = "read";
    else if (level === "write" || level === "admin") levels[key] = "write";
  }
  // Every job can read its repository's metadata.
  if (kind === "workflow") levels.metadata = "read";
  return {
    kind,
    ...(scopes ? { scopes: scopes.map((scope) => neutralScope(dialect, scope)) } : {}),
    permissions: levels,
  };
}

function isPermission(key: string): key is Permission {
  return Object.hasOwn(PERMISSIONS, key);
}

function describeRejection(kind: TokenKind): string {
  return kind === "anonymous" ? "This requires a token" : `${capitalize(describeTokenKind(kind))} cannot do this`;
}

function describeRequirement(dialect: Dialect, access: Access): string {
  return `It requires ${describeAllowedTokens(dialect, access)}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
