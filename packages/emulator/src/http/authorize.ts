import {
  type AnyOperation,
  API_VERSIONS,
  alternativesFor,
  definitionOf,
  isScoped,
  missingRequirements,
  PERMISSIONS,
  type Requirement,
  type Role,
  type TokenKind,
} from "@forgehand/core/contract";
import { permissionNames, wireScope } from "@forgehand/core/dialects";
import type { Caller, PathResources } from "../callers/caller.ts";
import { canSeeRepository, tokenCanAccess } from "../callers/permission.ts";
import { hasRole, ROLE_REQUIREMENTS } from "../callers/roles.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { forbidden, gone, HttpError, notFound, redirect } from "../http-error.ts";
import { findAccount } from "../state/accounts.ts";
import { findEnterprise } from "../state/enterprises.ts";
import { findRenamedRepository, findRepository, type Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import type { HeaderList } from "./responder.ts";

/**
 * Checks that this edition has the operation.
 * @throws HttpError 404
 */
export function checkEdition({ edition }: EmulatorContext, operation: AnyOperation): void {
  const { editions } = definitionOf(operation);
  if (edition !== "all" && editions && !editions.includes(edition)) throw notFound();
}

/**
 * Checks that the operation has not been retired.
 * @throws HttpError 410
 */
export function checkRetired({ now }: EmulatorContext, operation: AnyOperation): void {
  const { retired } = definitionOf(operation);
  if (retired !== undefined && now() >= new Date(retired)) throw gone(`This operation was retired on ${retired}.`);
}

/**
 * Checks that the API version is supported.
 * @throws HttpError 400
 */
export function checkVersion(version: string | undefined): void {
  if (version === undefined || API_VERSIONS.includes(version)) return;
  throw new HttpError(400, `The API version ${version} is not supported. Supported are ${API_VERSIONS.join(", ")}.`);
}

function tokenKindOf({ token, app }: Caller): TokenKind {
  return token?.kind ?? (app ? "app" : "anonymous");
}

/**
 * Authorizes a call: the resources in its path must exist and be visible (404); the token must be of an accepted kind
 * and have the required permissions, and its user must have the required role (403).
 */
export function authorize(
  context: EmulatorContext,
  operation: AnyOperation,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): PathResources {
  const kind = tokenKindOf(caller);
  const { access, restricted } = definitionOf(operation);
  // Unauthenticated callers of operations that require authentication must not learn what exists.
  if (kind === "anonymous" && !access.tokens.includes(kind)) throw new HttpError(401, "Requires authentication");

  const resources = resolveResources(context, operation, caller, params);
  if (!access.tokens.includes(kind)) throw forbidden(`Resource not accessible by ${describeTokenKind(kind)}`);
  // A token never denies its user what can be read without a token.
  const isPublic = access.tokens.includes("anonymous") && resources.repository?.private !== true;
  if (kind !== "app" && kind !== "anonymous" && !isPublic) {
    const grants = { kind, scopes: caller.token?.scopes ?? [], permissions: caller.token?.permissions ?? {} };
    const target = { private: resources.repository?.private ?? false, path: params["path"] ?? "" };
    if (missingRequirements(access, grants, target).length > 0) {
      throw forbidden(isScoped(kind) ? "Insufficient scope" : `Resource not accessible by ${describeTokenKind(kind)}`);
    }
    // A token's permissions apply only to the repositories that they were granted for. In other public repositories,
    // the token can only read what can be read without a token.
    const { token } = caller;
    const isWithinGrant = !token || !resources.repository || tokenCanAccess(context, token, resources.repository);
    if (!isWithinGrant && alternativesFor(access, kind).flat().some(isRepositoryPermission)) {
      throw forbidden(`Resource not accessible by ${describeTokenKind(kind)}`);
    }
  }
  requireRole(context, access.roles, caller, resources);
  if (restricted && context.now() >= new Date(restricted.from))
    requireRole(context, restricted.roles, caller, resources);
  if (resources.repository?.archived && isBlockedByArchiving(operation)) {
    throw forbidden("Repository was archived so is read-only.");
  }
  return resources;
}

function isRepositoryPermission(need: Requirement): boolean {
  return "permission" in need && PERMISSIONS[need.permission].of === "repository";
}

/**
 * Resolves the resources in a path, as far as the caller can see them.
 * @throws HttpError 404; 301 or 307 after a rename
 */
function resolveResources(
  context: EmulatorContext,
  operation: AnyOperation,
  caller: Caller,
  { owner, repo, org, enterprise: slug, username }: Readonly<Record<string, string>>,
): PathResources {
  const requireFound = <T>(resource: T | undefined): T => {
    if (resource === undefined) throw notFound();
    return resource;
  };
  const repository =
    owner !== undefined && repo !== undefined
      ? findVisibleRepository(context, operation, caller, owner, repo)
      : undefined;
  const requireAccount = (login: string) =>
    requireFound(context.db.memoize(`account named ${login}`, () => findAccount(context.db, login)));
  const organization = org === undefined ? undefined : requireAccount(org);
  if (organization && organization.type !== "Organization") throw notFound();
  const enterprise =
    slug === undefined
      ? undefined
      : requireFound(context.db.memoize(`enterprise named ${slug}`, () => findEnterprise(context.db, slug)));
  const subject = username === undefined ? undefined : requireAccount(username);
  const resources = { repository, organization, enterprise, subject };
  // Organizations are visible to everyone, enterprises only to their members.
  if (enterprise && !hasRole(context, "enterprise-member", caller, resources)) throw notFound();
  return resources;
}

function findVisibleRepository(
  context: EmulatorContext,
  operation: AnyOperation,
  caller: Caller,
  owner: string,
  name: string,
): Repository {
  const repository = findRepository(context.db, owner, name);
  if (repository) {
    if (canSeeRepository(context, caller, repository)) return repository;
    throw notFound();
  }
  const renamed = findRenamedRepository(context.db, owner, name);
  if (!renamed || !canSeeRepository(context, caller, renamed)) throw notFound();
  throw redirect(operation.method, String(renamed.id));
}

/**
 * Checks that the caller has one of the roles, if any are required.
 * @throws HttpError 403
 */
function requireRole(
  context: EmulatorContext,
  roles: readonly Role[] | undefined,
  caller: Caller,
  resources: PathResources,
): void {
  if (!roles?.length || roles.some((role) => hasRole(context, role, caller, resources))) return;
  throw forbidden(`Must ${roles.map((role) => ROLE_REQUIREMENTS[role]).join(" or ")}.`);
}

/**
 * Whether archiving a repository blocks the operation. Changes of the repository's own settings and of subscriptions
 * stay possible.
 */
function isBlockedByArchiving({ method, path }: AnyOperation): boolean {
  if (method === "GET" || !path.startsWith("/repos/{owner}/{repo}/")) return false;
  return !path.endsWith("/subscription");
}

function describeTokenKind(kind: TokenKind): string {
  if (kind === "fine-grained") return "personal access token";
  if (kind === "app") return "an app";
  return kind === "classic" || kind === "oauth" ? "this kind of token" : "integration";
}

const headerCache = new WeakMap<Token, WeakMap<AnyOperation, Readonly<HeaderList>>>();

/** Returns the headers that report the token's scopes and expiration and the access that the operation accepts. */
export function accessHeaders(
  context: EmulatorContext,
  operation: AnyOperation | undefined,
  { token }: Caller,
): Readonly<HeaderList> {
  if (!token) return [];
  if (!operation) return formatAccessHeaders(context, token, "");
  const cachedHeaders = headerCache.get(token) ?? new WeakMap<AnyOperation, Readonly<HeaderList>>();
  headerCache.set(token, cachedHeaders);
  const headers =
    cachedHeaders.get(operation) ??
    formatAccessHeaders(context, token, formatAcceptedAccess(context, operation, token.kind));
  cachedHeaders.set(operation, headers);
  return headers;
}

function formatAccessHeaders(
  context: EmulatorContext,
  { kind, scopes, expires_at }: Token,
  accepted: string,
): HeaderList {
  const { acceptedPermissions, tokenExpiration } = context.dialect.headers;
  const isPersonal = kind === "classic" || kind === "fine-grained";
  const expiration =
    isPersonal && expires_at !== null ? [tokenExpiration, expires_at.replace("T", " ").replace("Z", " UTC")] : [];
  if (!isScoped(kind)) return [...expiration, acceptedPermissions, accepted];
  const heldScopes = scopes.map((scope) => wireScopeOf(context, scope)).join(", ");
  return [...expiration, "x-oauth-scopes", heldScopes, "x-accepted-oauth-scopes", accepted];
}

/** Translates a scope from the neutral vocabulary; unknown scopes stay as they are. */
function wireScopeOf({ dialect }: EmulatorContext, scope: string): string {
  for (const [neutral, vendorName] of Object.entries(dialect.scopes))
    if (neutral === scope && vendorName) return vendorName;
  return scope;
}

function formatAcceptedAccess({ dialect }: EmulatorContext, operation: AnyOperation, kind: TokenKind): string {
  const alternatives = alternativesFor(definitionOf(operation).access, kind);
  if (isScoped(kind)) {
    const scopes = alternatives.flatMap((needs) =>
      needs.flatMap((need) => ("scope" in need ? [wireScope(dialect, need.scope)] : [])),
    );
    return [...new Set(scopes)].join(", ");
  }
  const sets = alternatives.map((needs) =>
    needs
      .flatMap((need) =>
        "permission" in need ? [`${permissionNames(dialect, need.permission).key}=${need.level}`] : [],
      )
      .join(","),
  );
  return sets.join("; ");
}
