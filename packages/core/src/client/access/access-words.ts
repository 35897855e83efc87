import {
  type Access,
  type Condition,
  type Need,
  PERMISSIONS,
  type Permission,
  type Role,
  type TokenKind,
} from "../../contract/access.ts";
import { alternativesFor, isScoped } from "../../contract/missing-needs.ts";
import { type Dialect, permissionNames, wireScope } from "../../dialect/dialect.ts";

// What calls need and tokens are, in words for people.

/** The kinds that can, each with what it needs: scopes for some, permission sets for the others. */
export function describeAble(dialect: Dialect, access: Access): string {
  const able = access.tokens.filter((kind) => kind !== "anonymous");
  return [able.filter(isScoped), able.filter((kind) => !isScoped(kind))]
    .flatMap((kinds) => {
      const [first] = kinds;
      if (first === undefined) return [];
      const needs = alternativesFor(access, first)[0] ?? [];
      return `${kinds.map(kindName).join(" or ")}${needs.length ? ` with ${describeNeeds(dialect, needs)}` : ""}`;
    })
    .join(", or ");
}

/** A kind of token in words, with its article. */
export function kindName(kind: TokenKind): string {
  const names: Record<TokenKind, string> = {
    classic: "a classic token",
    oauth: "an OAuth token",
    "fine-grained": "a fine-grained token",
    "user-access": "an app's user access token",
    installation: "an app's installation token",
    workflow: "a workflow's built-in token",
    app: "an app's own JWT",
    anonymous: "no token",
  };
  return names[kind];
}

/** Needs in the vendor's words: `the scope admin:org`, `the repository permission "Webhooks" (write)`. */
export function describeNeeds(dialect: Dialect, needs: readonly Need[]): string {
  return needs
    .map((need) =>
      "scope" in need
        ? `the scope ${wireScope(dialect, need.scope)}${conditionWords(need.when)}`
        : `the ${kindOfPermission(need.permission)} "${permissionNames(dialect, need.permission).name}" (${need.level})${conditionWords(need.when)}`,
    )
    .join(" and ");
}

/** Repositories and organizations have permissions of the same name; whoever grants one must know which. */
function kindOfPermission(permission: Permission): string {
  const { name, of } = PERMISSIONS[permission];
  const isShared = Object.values(PERMISSIONS).filter((other) => other.name === name).length > 1;
  return isShared ? `${of} permission` : "permission";
}

/** When a need counts, in words. */
function conditionWords(when: Condition | undefined): string {
  if (when === undefined) return "";
  return when === "private" ? " (for private repositories)" : " (for files under .github/workflows)";
}

/** `an administrator of the repository or …` */
export function describeRoles(roles: readonly Role[]): string {
  return roles.map((role) => ROLES[role]).join(" or ");
}

const ROLES: Readonly<Record<Role, string>> = {
  collaborator: "a collaborator of the repository",
  push: "somebody who may push to the repository",
  "repository-admin": "an administrator of the repository",
  "organization-member": "a member of the organization",
  "organization-owner": "an owner of the organization",
  "billing-manager": "a billing manager",
  "security-manager": "a security manager of the organization",
  "enterprise-member": "a member of the enterprise",
  "enterprise-owner": "an owner of the enterprise",
};
