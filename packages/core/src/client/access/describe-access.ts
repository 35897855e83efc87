import {
  type Access,
  PERMISSIONS,
  type Permission,
  type Requirement,
  type RequirementCondition,
  type Role,
  type TokenKind,
} from "../../contract/access.ts";
import type { Definition } from "../../contract/definition.ts";
import { alternativesFor, hasScope, isScoped } from "../../contract/missing-requirements.ts";
import { tokenKindsFor } from "../../contract/permission-access.ts";
import { type Dialect, wireScope } from "../../dialect/dialect.ts";
import { permissionNames } from "../../dialect/permission-names.ts";

/** Describes the token kinds that an operation accepts, each with its scopes or permissions. */
export function describeAllowedTokens(dialect: Dialect, access: Access): string {
  const allowedKinds = access.tokens.filter((kind) => kind !== "anonymous");
  return [allowedKinds.filter(isScoped), allowedKinds.filter((kind) => !isScoped(kind))]
    .flatMap((kinds) => {
      const [first] = kinds;
      if (first === undefined) return [];
      const needs = describeAlternatives(dialect, alternativesFor(access, first));
      return `${kinds.map(describeTokenKind).join(" or ")}${needs && ` with ${needs}`}`;
    })
    .join(", or ");
}

/** A token kind with its indefinite article: `an OAuth token`. */
export function describeTokenKind(kind: TokenKind): string {
  const names: Record<TokenKind, string> = {
    classic: "a classic token",
    oauth: "an OAuth token",
    "fine-grained": "a fine-grained token",
    "user-access": "an app's user access token",
    installation: "an app's installation token",
    workflow: "a workflow's built-in token",
    app: "an app's JWT",
    anonymous: "no token",
  };
  return names[kind];
}

/** Describes alternatives, one of which is enough; empty if none of them needs anything. */
export function describeAlternatives(dialect: Dialect, alternatives: readonly (readonly Requirement[])[]): string {
  const texts = new Set(alternatives.map((needs) => describeNeeds(dialect, needs)));
  return [...texts].filter((text) => text !== "").join(", or ");
}

/** Describes needs with the dialect's names: `the scope admin:org`, `the repository permission "Webhooks" (write)`. */
export function describeNeeds(dialect: Dialect, needs: readonly Requirement[]): string {
  const describe = (need: Requirement) =>
    "scope" in need
      ? `${wireScope(dialect, need.scope)}${describeCondition(need.when)}`
      : `the ${permissionLabel(need.permission)} "${permissionNames(dialect, need.permission).name}" (${need.level})${describeCondition(need.when)}`;
  return needs
    .filter((need) => !needs.some((other) => isWiderScope(need, other)))
    .map((need) => {
      if (!("scope" in need)) return describe(need);
      // A private repository needs the wider scope alone, not both.
      const wider = needs.filter((other) => isWiderScope(other, need));
      return `the scope ${[need, ...wider].map(describe).join(", or ")}`;
    })
    .join(" and ");
}

/** Whether a scope is needed in place of the other one, which it implies, for some resources. */
function isWiderScope(need: Requirement, other: Requirement): boolean {
  return (
    "scope" in need &&
    "scope" in other &&
    need.scope !== other.scope &&
    need.when !== undefined &&
    other.when === undefined &&
    hasScope([need.scope], other.scope)
  );
}

/** Returns the needs that a job's built-in token can't have, whatever its workflow file requests. */
export function unavailableToJobs(needs: readonly Requirement[]): readonly Requirement[] {
  return needs.filter((need) => "permission" in need && !tokenKindsFor(need.permission).includes("workflow"));
}

/** Says that a job's built-in token can't have what it needs. */
export function describeUnavailable(dialect: Dialect, needs: readonly Requirement[]): string {
  return `A workflow's built-in token cannot have ${describeNeeds(dialect, needs)}`;
}

/** Describes needs that no source confirms. */
export function describeAssumption(dialect: Dialect, needs: readonly Requirement[]): string {
  return `GitHub does not document whether the token suffices; it probably lacks ${describeNeeds(dialect, needs)}`;
}

/** Repositories and organizations share some permission names; those need a qualifier. */
function permissionLabel(permission: Permission): string {
  const { name, of } = PERMISSIONS[permission];
  const isShared = Object.values(PERMISSIONS).filter((other) => other.name === name).length > 1;
  return isShared ? `${of} permission` : "permission";
}

/** Describes the condition of a need. */
function describeCondition(when: RequirementCondition | undefined): string {
  if (when === undefined) return "";
  return when === "private" ? " (for private repositories)" : " (for files under .github/workflows)";
}

/** The roles of which the caller must have one at a time, in milliseconds since 1970. */
export function requiredRoles({ access, restricted }: Pick<Definition, "access" | "restricted">, at: number): Role[] {
  const isRestricted = restricted !== undefined && at >= Date.parse(restricted.from);
  return [...(access.roles ?? []), ...(isRestricted ? restricted.roles : [])];
}

/** `an administrator of the repository or …` */
export function describeRoles(roles: readonly Role[]): string {
  return roles.map((role) => ROLE_NAMES[role]).join(" or ");
}

/** Token kinds without an owner, whose permissions alone count: apps and workflows. */
export const OWNERLESS: readonly TokenKind[] = ["installation", "workflow", "app"];

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  collaborator: "a collaborator of the repository",
  push: "someone with push access to the repository",
  "repository-admin": "an administrator of the repository",
  "organization-member": "a member of the organization",
  "organization-owner": "an owner of the organization",
  "billing-manager": "a billing manager",
  "security-manager": "a security manager of the organization",
  "enterprise-member": "a member of the enterprise",
  "enterprise-owner": "an owner of the enterprise",
};
