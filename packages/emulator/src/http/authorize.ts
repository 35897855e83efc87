import {
  type Access,
  type AnyOperation,
  acceptedScopes,
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
import { listCollaborators } from "@forgehand/core/operations";
import type { Caller, PathResources } from "../callers/caller.ts";
import { canSeeRepository, tokenCanAccess } from "../callers/permission.ts";
import { hasRole, ROLE_REQUIREMENTS } from "../callers/roles.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { badJwt, forbidden, gone, HttpError, notFound, redirect, requireFound } from "../http-error.ts";
import { accounts } from "../state/accounts.ts";
import { apps } from "../state/apps.ts";
import { enterprises } from "../state/enterprises.ts";
import { findRenamedRepository, findRepository, type Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import { deprecationOf } from "./deprecation.ts";
import type { HeaderList } from "./responder.ts";

/**
 * Checks that the operation has not been retired.
 * @throws HttpError 410
 */
export function checkRetired(context: EmulatorContext, operation: AnyOperation): void {
  const { retired } = definitionOf(operation);
  const end = retired ?? deprecationOf(context, operation)?.assumedRemoval;
  if (end !== undefined && context.now() >= new Date(end)) throw gone(`This operation was retired on ${end}.`);
}

/** Whether the operation accepts only apps' JWTs. Everything else that it gets is rejected as an unreadable JWT. */
export function isForApps({ tokens }: Access): boolean {
  return tokens.length === 1 && tokens[0] === "app";
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
  if (kind !== "app" && isForApps(access)) throw badJwt();
  // Unauthenticated callers of operations that require authentication must not learn what exists.
  if (kind === "anonymous" && !access.tokens.includes(kind) && !DENIED_ANONYMOUSLY.test(operation.route))
    throw new HttpError(401, "Requires authentication");

  const viewer = withPrivateRepositories(operation, caller);
  const resources = resolveResources(context, operation, viewer, params);
  if (!access.tokens.includes(kind)) {
    throw forbidden(kind === "anonymous" ? DENIED : `Resource not accessible by ${describeTokenKind(kind)}`);
  }
  // A token never denies its user what can be read without a token.
  const isPublic = access.tokens.includes("anonymous") && resources.repository?.private !== true;
  if (kind !== "app" && kind !== "anonymous" && !isPublic) {
    const grants = { kind, scopes: caller.token?.scopes ?? [], permissions: caller.token?.permissions ?? {} };
    const target = { private: resources.repository?.private ?? false, path: params["path"] ?? "" };
    if (missingRequirements(access, grants, target).length > 0) {
      throw forbidden(isScoped(kind) ? DENIED : `Resource not accessible by ${describeTokenKind(kind)}`);
    }
    // A token's permissions apply only to the repositories that they were granted for. In other public repositories,
    // the token can only read what can be read without a token.
    const { token } = caller;
    const isWithinGrant = !token || !resources.repository || tokenCanAccess(context, token, resources.repository);
    if (!isWithinGrant && alternativesFor(access, kind).flat().some(isRepositoryPermission)) {
      throw forbidden(`Resource not accessible by ${describeTokenKind(kind)}`);
    }
  }
  requireRole(context, operation, access.roles, viewer, resources);
  if (restricted && context.now() >= new Date(restricted.from))
    requireRole(context, operation, restricted.roles, viewer, resources);
  if (resources.repository?.archived && isBlockedByArchiving(operation)) {
    throw forbidden("Repository was archived so is read-only.");
  }
  return resources;
}

/** GitHub's message for missing scopes, also for organizations, enterprises and users (source: recorded). */
const DENIED = "Must have admin rights to Repository.";

/** Writes that GitHub denies with 403, not 401, to callers without a token who can see the repository (recorded 2023). */
const DENIED_ANONYMOUSLY = /^(?:POST|DELETE) \/repos\/\{owner\}\/\{repo\}\/actions\/runs\//;

/** Messages for missing roles that GitHub words differently (source: recorded). */
const ROLE_MESSAGES: Readonly<Record<string, string>> = {
  [listCollaborators.route]: "Must have push access to view repository collaborators.",
};

/**
 * Gives a token without `repo` the private repositories of its user if another of its scopes suffices for the operation:
 * `admin:repo_hook` for their webhooks, `delete_repo` to delete them.
 */
function withPrivateRepositories(operation: AnyOperation, caller: Caller): Caller {
  const { token } = caller;
  if (!token || !isScoped(token.kind) || token.scopes.includes("repo")) return caller;
  const { access } = definitionOf(operation);
  const isNamed = alternativesFor(access, token.kind).some((needs) => needs.length > 0);
  const grants = { kind: token.kind, scopes: token.scopes };
  if (!isNamed || missingRequirements(access, grants, { private: true }).length > 0) return caller;
  return { ...caller, token: { ...token, scopes: [...token.scopes, "repo"] } };
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
  const repository =
    owner !== undefined && repo !== undefined
      ? findVisibleRepository(context, operation, caller, owner, repo)
      : undefined;
  const requireAccount = (login: string) =>
    requireFound(context.db.memoize(`account named ${login}`, () => accounts.find(context.db, { login })));
  const organization = org === undefined ? undefined : requireAccount(org);
  if (organization && organization.type !== "Organization") throw notFound();
  const enterprise =
    slug === undefined
      ? undefined
      : requireFound(context.db.memoize(`enterprise named ${slug}`, () => enterprises.find(context.db, { slug })));
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
  { route }: AnyOperation,
  roles: readonly Role[] | undefined,
  caller: Caller,
  resources: PathResources,
): void {
  if (!roles?.length || roles.some((role) => hasRole(context, role, caller, resources))) return;
  throw forbidden(ROLE_MESSAGES[route] ?? `Must ${roles.map((role) => ROLE_REQUIREMENTS[role]).join(" or ")}.`);
}

/**
 * Whether archiving a repository blocks the operation. Changes of the repository's own settings and of subscriptions
 * stay possible, and so do forks.
 */
function isBlockedByArchiving({ method, path }: AnyOperation): boolean {
  if (method === "GET" || !path.startsWith("/repos/{owner}/{repo}/")) return false;
  return !path.endsWith("/subscription") && !path.endsWith("/forks");
}

function describeTokenKind(kind: TokenKind): string {
  if (kind === "fine-grained") return "personal access token";
  if (kind === "app") return "an app";
  return kind === "classic" || kind === "oauth" ? "this kind of token" : "integration";
}

/** Scopes that redirects of renamed repositories list as accepted, as recorded in 2022. */
const REDIRECT_SCOPES =
  "admin:repo_hook, delete_repo, read:repo_hook, repo, repo:status, repo_deployment, security_events, write:repo_hook";

const headerCache = new WeakMap<Token, WeakMap<AnyOperation, Readonly<HeaderList>>>();

/** Returns the headers that report the token's scopes and expiration and the access that the operation accepts. */
export function accessHeaders(
  context: EmulatorContext,
  operation: AnyOperation | undefined,
  { token }: Caller,
  status: number,
): Readonly<HeaderList> {
  if (!token) return [];
  if (isScoped(token.kind) && (status === 301 || status === 307)) {
    return formatAccessHeaders(context, token, REDIRECT_SCOPES);
  }
  if (!operation) return formatAccessHeaders(context, token, "");
  const cachedHeaders = headerCache.get(token) ?? new WeakMap<AnyOperation, Readonly<HeaderList>>();
  headerCache.set(token, cachedHeaders);
  const headers =
    cachedHeaders.get(operation) ??
    formatAccessHeaders(context, token, formatAcceptedAccess(context, operation, token.kind));
  cachedHeaders.set(operation, headers);
  return headers;
}

function formatAccessHeaders(context: EmulatorContext, token: Token, accepted: string): HeaderList {
  const { acceptedPermissions, tokenExpiration } = context.dialect.headers;
  const clientId = clientIdOf(context, token);
  const client = clientId === undefined ? [] : ["x-oauth-client-id", clientId];
  const { kind, scopes, expires_at } = token;
  const isPersonal = kind === "classic" || kind === "fine-grained";
  const expiration =
    isPersonal && expires_at !== null ? [tokenExpiration, expires_at.replace("T", " ").replace("Z", " UTC")] : [];
  if (!isScoped(kind)) {
    // GitHub sends the headers of scopes, empty, to users' tokens of apps (source: recorded).
    const noScopes = kind === "user-access" ? ["x-oauth-scopes", "", "x-accepted-oauth-scopes", ""] : [];
    return [...client, ...noScopes, ...expiration, acceptedPermissions, accepted];
  }
  const heldScopes = scopes
    .map((scope) => wireScopeOf(context, scope))
    .toSorted()
    .join(", ");
  return [...client, ...expiration, "x-oauth-scopes", heldScopes, "x-accepted-oauth-scopes", accepted];
}

/** Client ID of the OAuth app that all OAuth tokens belong to. */
const OAUTH_CLIENT_ID = "Ov23liForgehandDemo0";

/** Returns the client ID of the app that a user authorized by an OAuth token or a user access token. */
function clientIdOf({ db }: EmulatorContext, { kind, app_id }: Token): string | undefined {
  if (kind === "oauth") return OAUTH_CLIENT_ID;
  return kind === "user-access" && app_id !== null ? apps.find(db, { id: app_id })?.client_id : undefined;
}

/** Translates a scope from the neutral vocabulary; unknown scopes stay as they are. */
function wireScopeOf({ dialect }: EmulatorContext, scope: string): string {
  for (const [neutral, vendorName] of Object.entries(dialect.scopes))
    if (neutral === scope && vendorName) return vendorName;
  return scope;
}

function formatAcceptedAccess({ dialect }: EmulatorContext, operation: AnyOperation, kind: TokenKind): string {
  if (isScoped(kind))
    return acceptedScopes(operation)
      .map((scope) => wireScope(dialect, scope))
      .join(", ");
  const sets = alternativesFor(definitionOf(operation).access, kind).map((needs) =>
    needs
      .flatMap((need) =>
        "permission" in need ? [`${permissionNames(dialect, need.permission).key}=${need.level}`] : [],
      )
      .join(","),
  );
  return sets.join("; ");
}
