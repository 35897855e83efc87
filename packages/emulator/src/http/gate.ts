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
import type { Caller, Named } from "../callers/caller.ts";
import { isVisible, tokenReaches } from "../callers/reach.ts";
import { hasRole, ROLES } from "../callers/roles.ts";
import { findAccount } from "../state/accounts.ts";
import { findEnterprise } from "../state/enterprises.ts";
import { findRenamedRepository, findRepository, type Repository } from "../state/repositories.ts";
import type { Token } from "../state/tokens.ts";
import type { World } from "../world.ts";
import { forbidden, gone, moved, notFound, Refusal } from "./refusal.ts";
import type { HeaderList } from "./respond.ts";

/** 404 for what this edition of the service doesn't have. */
export function checkEdition({ edition }: World, operation: AnyOperation): void {
  const { editions } = definitionOf(operation);
  if (edition !== "all" && editions && !editions.includes(edition)) throw notFound();
}

/** 410 for what the service no longer has. */
export function checkRetired({ now }: World, operation: AnyOperation): void {
  const { retired } = definitionOf(operation);
  if (retired !== undefined && now() >= new Date(retired)) throw gone(`This operation was retired on ${retired}.`);
}

/** 400 for a version that the service doesn't know (document 1, Versioning). */
export function checkVersion(version: string | undefined): void {
  if (version === undefined || API_VERSIONS.includes(version)) return;
  throw new Refusal(400, `The API version ${version} is not supported. Supported are ${API_VERSIONS.join(", ")}.`);
}

/** The kind of token that a caller came with. */
function kindOf({ token, app }: Caller): TokenKind {
  return token?.kind ?? (app ? "app" : "anonymous");
}

/**
 * Lets a call in, or refuses it: what it names must exist and be visible (404), its token must be of a kind that may, hold
 * what is needed, and act for somebody in the right role (403).
 */
export function admit(
  world: World,
  operation: AnyOperation,
  caller: Caller,
  names: Readonly<Record<string, string>>,
): Named {
  const kind = kindOf(caller);
  const { access, restricted } = definitionOf(operation);
  // A call that nobody can make anonymously tells an anonymous caller nothing about what exists.
  if (kind === "anonymous" && !access.tokens.includes(kind)) throw new Refusal(401, "Requires authentication");

  const named = find(world, operation, caller, names);
  if (!access.tokens.includes(kind)) throw forbidden(`Resource not accessible by ${describe(kind)}`);
  // What anybody may read without a token, no token keeps from its owner (document 1, rule 1).
  const isOpen = access.tokens.includes("anonymous") && named.repository?.private !== true;
  if (kind !== "app" && kind !== "anonymous" && !isOpen) {
    const grants = { kind, scopes: caller.token?.scopes ?? [], permissions: caller.token?.permissions ?? {} };
    const target = { private: named.repository?.private ?? false, path: names["path"] ?? "" };
    if (missingRequirements(access, grants, target).length > 0) {
      throw forbidden(isScoped(kind) ? "Insufficient scope" : `Resource not accessible by ${describe(kind)}`);
    }
    // Permission sets hold where they were granted: of all other public repositories there is only what anybody may read.
    const { token } = caller;
    const isGranted = !token || !named.repository || tokenReaches(world, token, named.repository);
    if (!isGranted && alternativesFor(access, kind).flat().some(isOfRepository)) {
      throw forbidden(`Resource not accessible by ${describe(kind)}`);
    }
  }
  demand(world, access.roles, caller, named);
  if (restricted && world.now() >= new Date(restricted.from)) demand(world, restricted.roles, caller, named);
  if (named.repository?.archived && changesContent(operation)) {
    throw forbidden("Repository was archived so is read-only.");
  }
  return named;
}

function isOfRepository(need: Requirement): boolean {
  return "permission" in need && PERMISSIONS[need.permission].of === "repository";
}

/** What a path names, each thing only as far as the caller may see it. @throws Refusal 404; 301 or 307 after a new name */
function find(
  world: World,
  operation: AnyOperation,
  caller: Caller,
  { owner, repo, org, enterprise: slug, username }: Readonly<Record<string, string>>,
): Named {
  const found = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw notFound();
    return thing;
  };
  const repository =
    owner !== undefined && repo !== undefined ? findVisible(world, operation, caller, owner, repo) : undefined;
  const account = (login: string) =>
    found(world.db.remember(`account named ${login}`, () => findAccount(world.db, login)));
  const organization = org === undefined ? undefined : account(org);
  if (organization && organization.type !== "Organization") throw notFound();
  const enterprise =
    slug === undefined
      ? undefined
      : found(world.db.remember(`enterprise named ${slug}`, () => findEnterprise(world.db, slug)));
  const subject = username === undefined ? undefined : account(username);
  const named = { repository, organization, enterprise, subject };
  // An organization is there for everybody; an enterprise for those who belong to it.
  if (enterprise && !hasRole(world, "enterprise-member", caller, named)) throw notFound();
  return named;
}

function findVisible(world: World, operation: AnyOperation, caller: Caller, owner: string, name: string): Repository {
  const repository = findRepository(world.db, owner, name);
  if (repository) {
    if (isVisible(world, caller, repository)) return repository;
    throw notFound();
  }
  const renamed = findRenamedRepository(world.db, owner, name);
  if (!renamed || !isVisible(world, caller, renamed)) throw notFound();
  throw moved(operation.method, String(renamed.id));
}

/** 403 unless the caller is in one of these roles, where any is asked for. */
function demand(world: World, roles: readonly Role[] | undefined, caller: Caller, named: Named): void {
  if (!roles?.length || roles.some((role) => hasRole(world, role, caller, named))) return;
  throw forbidden(`Must ${roles.map((role) => ROLES[role]).join(" or ")}.`);
}

/** What an archived repository refuses: everything but changes of its own settings, and what people keep for themselves. */
function changesContent({ method, path }: AnyOperation): boolean {
  if (method === "GET" || !path.startsWith("/repos/{owner}/{repo}/")) return false;
  return !path.endsWith("/subscription");
}

function describe(kind: TokenKind): string {
  if (kind === "fine-grained") return "personal access token";
  if (kind === "app") return "an app";
  return kind === "classic" || kind === "oauth" ? "this kind of token" : "integration";
}

const toldTo = new WeakMap<Token, WeakMap<AnyOperation, Readonly<HeaderList>>>();

/** The headers that tell a token's owner what it has, until when, and what the call accepts (document 1, Rules): nowhere, nothing. */
export function accessHeaders(
  world: World,
  operation: AnyOperation | undefined,
  { token }: Caller,
): Readonly<HeaderList> {
  if (!token) return [];
  if (!operation) return accessWords(world, token, "");
  const told = toldTo.get(token) ?? new WeakMap<AnyOperation, Readonly<HeaderList>>();
  toldTo.set(token, told);
  const headers = told.get(operation) ?? accessWords(world, token, acceptedWords(world, operation, token.kind));
  told.set(operation, headers);
  return headers;
}

function accessWords(world: World, { kind, scopes, expires_at }: Token, accepted: string): HeaderList {
  const { acceptedPermissions, tokenExpiration } = world.dialect.headers;
  const isPersonal = kind === "classic" || kind === "fine-grained";
  const expiration =
    isPersonal && expires_at !== null ? [tokenExpiration, expires_at.replace("T", " ").replace("Z", " UTC")] : [];
  if (!isScoped(kind)) return [...expiration, acceptedPermissions, accepted];
  const own = scopes.map((scope) => wireScopeOf(world, scope)).join(", ");
  return [...expiration, "x-oauth-scopes", own, "x-accepted-oauth-scopes", accepted];
}

/** Tokens keep scopes in neutral words; one that the contract doesn't know is nobody's to translate. */
function wireScopeOf({ dialect }: World, scope: string): string {
  for (const [neutral, word] of Object.entries(dialect.scopes)) if (neutral === scope && word) return word;
  return scope;
}

function acceptedWords({ dialect }: World, operation: AnyOperation, kind: TokenKind): string {
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
