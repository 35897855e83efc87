import {
  type AnyOperation,
  API_VERSIONS,
  alternativesFor,
  definitionOf,
  isScoped,
  missingNeeds,
  placeholdersOf,
  type Role,
  type TokenKind,
} from "@forgehand/core/contract";
import { permissionNames, wireScope } from "@forgehand/core/dialects";
import { type Account, findAccount, getAccount, memberRole } from "../state/accounts.ts";
import { findRepository, type Reach, type Repository, reachOf } from "../state/repositories.ts";
import { findToken } from "../state/tokens.ts";
import type { World } from "../world.ts";
import type { Caller } from "./call.ts";
import { notFound, Refusal } from "./refusal.ts";

/** What a call is about, once the gate has let it in. */
export interface Admitted {
  readonly caller: Caller;
  readonly repository: Repository | undefined;
  readonly organization: Account | undefined;
}

/** 404 for what this edition of the service doesn't have. */
export function checkEdition({ edition }: World, operation: AnyOperation): void {
  const { editions } = definitionOf(operation);
  if (edition !== "all" && editions && !editions.includes(edition)) throw notFound();
}

/** 400 for a version that the service doesn't know (document 1, Versioning). */
export function checkVersion(world: World, headers: Headers): void {
  const version = headers.get(world.dialect.headers.apiVersion);
  if (version === null || API_VERSIONS.includes(version)) return;
  throw new Refusal(400, `The API version ${version} is not supported. Supported are ${API_VERSIONS.join(", ")}.`);
}

/** Whose call it is. @throws Refusal 401 on credentials that don't hold */
export function identify(world: World, headers: Headers): Caller {
  const authorization = headers.get("authorization");
  if (authorization === null) return { token: undefined, user: undefined };
  const value = /^(?:bearer|token) +(\S+)$/i.exec(authorization)?.[1];
  const token = value === undefined ? undefined : findToken(world.db, value);
  if (!token) throw new Refusal(401, "Bad credentials");
  return { token, user: token.user_id === null ? undefined : getAccount(world.db, token.user_id) };
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
): Admitted {
  const kind: TokenKind = caller.token?.kind ?? "anonymous";
  const { access } = definitionOf(operation);
  const placeholders = placeholdersOf(operation.path);
  // A call that nobody can make anonymously tells an anonymous caller nothing about what exists.
  if (kind === "anonymous" && !access.tokens.includes(kind)) throw new Refusal(401, "Requires authentication");

  const { owner, repo, org } = names;
  const repository = owner !== undefined && repo !== undefined ? findRepository(world.db, owner, repo) : undefined;
  const organization = org === undefined ? undefined : findAccount(world.db, org);
  const reach = repository ? reachOfCaller(world, caller, repository) : "none";
  if (placeholders.includes("repo") && (!repository || reach === "none")) throw notFound();
  if (placeholders.includes("org") && organization?.type !== "Organization") throw notFound();

  if (!access.tokens.includes(kind)) {
    throw new Refusal(403, `Resource not accessible by ${describe(kind)}`);
  }
  if (caller.token) {
    const target = { private: repository?.private ?? false, path: names["path"] ?? "" };
    const missing = missingNeeds(access, caller.token, target);
    if (missing.length > 0) {
      throw new Refusal(403, isScoped(kind) ? "Insufficient scope" : `Resource not accessible by ${describe(kind)}`);
    }
  }
  const { roles } = access;
  if (roles?.length && !roles.some((role) => hasRole(world, role, caller, reach, organization))) {
    throw new Refusal(403, `Must ${roles.map((role) => ROLES[role]).join(" or ")}.`);
  }
  return { caller, repository, organization };
}

const ROLES: Readonly<Record<Role, string>> = {
  collaborator: "be a collaborator of the repository",
  push: "have push access to the repository",
  "repository-admin": "have admin rights to the repository",
  "organization-member": "be a member of the organization",
  "organization-owner": "be an owner of the organization",
  "billing-manager": "manage the billing",
  "security-manager": "be a security manager of the organization",
  "enterprise-member": "be a member of the enterprise",
  "enterprise-owner": "be an owner of the enterprise",
};

function describe(kind: TokenKind): string {
  if (kind === "fine-grained") return "personal access token";
  if (kind === "app") return "an app";
  return kind === "classic" || kind === "oauth" ? "this kind of token" : "integration";
}

/** How far the caller reaches into a repository, given the token too. */
function reachOfCaller(world: World, { token, user }: Caller, repository: Repository): Reach {
  // Apps and workflows reach what they were made for; what they may do there, their permission sets say.
  if (token && token.user_id === null) {
    const own = token.organization_id === repository.owner_id || token.repository_id === repository.id;
    return own ? "admin" : repository.private ? "none" : "pull";
  }
  if (token && repository.private && isScoped(token.kind) && !token.scopes.includes("repo")) return "none";
  return reachOf(world.db, repository, user?.id);
}

function hasRole(
  world: World,
  role: Role,
  { token, user }: Caller,
  reach: Reach,
  organization: Account | undefined,
): boolean {
  if (role === "collaborator" || role === "push") return reach === "push" || reach === "admin";
  if (role === "repository-admin") return reach === "admin";
  if (!organization || (role !== "organization-member" && role !== "organization-owner")) return false;
  if (token?.organization_id === organization.id) return true;
  const held = user && memberRole(world.db, organization.id, user.id);
  return role === "organization-member" ? held !== undefined : held === "admin";
}

/** The headers that tell a token's owner what it has and what the call accepts (document 1, Rules). */
export function accessHeaders(world: World, operation: AnyOperation, { token }: Caller): Record<string, string> {
  if (!token) return {};
  const alternatives = alternativesFor(definitionOf(operation).access, token.kind);
  if (isScoped(token.kind)) {
    const accepted = alternatives.flatMap((needs) =>
      needs.flatMap((need) => ("scope" in need ? [wireScope(world.dialect, need.scope)] : [])),
    );
    return { "x-oauth-scopes": token.scopes.join(", "), "x-accepted-oauth-scopes": [...new Set(accepted)].join(", ") };
  }
  const accepted = alternatives.map((needs) =>
    needs
      .flatMap((need) =>
        "permission" in need ? [`${permissionNames(world.dialect, need.permission).key}=${need.level}`] : [],
      )
      .join(","),
  );
  return { [world.dialect.headers.acceptedPermissions]: accepted.join("; ") };
}
