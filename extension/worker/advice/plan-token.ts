import { explainAccess } from "@forgehand/core";
import {
  alternativesFor,
  callDefinitionOf,
  PERMISSIONS,
  type Permission,
  SCOPES,
  type Scope,
} from "@forgehand/core/contract";
import { DIALECTS, permissionNames, wireScope } from "@forgehand/core/dialects";
import type { TokenPlan, TokenRequirements } from "../../messages/accounts.ts";
import { CONTROL_IDS } from "../../model/controls.ts";
import { ABILITY_PARTS, type AnyOperation } from "./ability-parts.ts";
import { reportAbilities } from "./ability-reports.ts";
import type { TokenAccess } from "./access-verdict.ts";

/**
 * Plans a token with the fewest scopes or lowest permissions that meet the requirements, by the access rules of each
 * operation.
 */
export function planToken(requirements: TokenRequirements): TokenPlan {
  const dialect = DIALECTS[requirements.dialect];
  const unknownAccess = {
    scopes: undefined,
    has: {},
    lacks: new Set<Permission>(),
    tried: new Map<AnyOperation, boolean>(),
  };
  if (requirements.kind === "classic") {
    const requiredScopes = leastScopes(requirements);
    const token: TokenAccess = {
      ...unknownAccess,
      dialect: requirements.dialect,
      kind: "classic",
      scopes: requiredScopes,
    };
    return {
      scopes: requiredScopes.map((scope) => wireScope(dialect, scope)),
      permissions: {},
      abilities: reportAbilities(token),
    };
  }
  const granted = leastPermissions(requirements);
  const missing = new Set(permissions().filter((permission) => !granted[permission]));
  const namedPermissions = permissions().flatMap((permission) => {
    const level = granted[permission];
    return level ? [[permissionNames(dialect, permission).key, level] as const] : [];
  });
  const token: TokenAccess = {
    ...unknownAccess,
    dialect: requirements.dialect,
    kind: "fine-grained",
    has: granted,
    lacks: missing,
  };
  return { scopes: [], permissions: Object.fromEntries(namedPermissions), abilities: reportAbilities(token) };
}

/** Returns all operations that must work. */
function operationsFor({ organizations }: TokenRequirements): AnyOperation[] {
  const lists = ABILITY_PARTS.lists.filter(({ part }) => part !== "organizations" || organizations);
  const parts = [...CONTROL_IDS.flatMap((control) => ABILITY_PARTS[control]), ...ABILITY_PARTS.bulk, ...lists];
  return parts.flatMap(({ operations }) => operations);
}

function leastScopes(requirements: TokenRequirements): Scope[] {
  const missing = operationsFor(requirements).flatMap((operation) => {
    // The dialect affects only the message, which is not used: missing scopes always have their neutral names.
    const facts = { kind: "classic", scopes: [], private: requirements.privateRepositories, dialect: "svc" } as const;
    return explainAccess(operation, facts).missing.flatMap((need) => ("scope" in need ? need.scope : []));
  });
  const all = [...new Set(missing)];
  const implied = new Set(all.flatMap((scope): readonly Scope[] => SCOPES[scope]));
  return all.filter((scope) => !implied.has(scope));
}

function leastPermissions(requirements: TokenRequirements): Partial<Record<Permission, "read" | "write">> {
  const least: Partial<Record<Permission, "read" | "write">> = {};
  for (const operation of operationsFor(requirements)) {
    const { access } = callDefinitionOf(operation);
    if (!access.tokens.includes("fine-grained")) continue;
    for (const need of alternativesFor(access, "fine-grained")[0] ?? []) {
      if (!("permission" in need)) continue;
      if (least[need.permission] !== "write") least[need.permission] = need.level;
    }
  }
  return least;
}

function permissions(): Permission[] {
  const keys: Permission[] = [];
  for (const key in PERMISSIONS) if (isPermission(key)) keys.push(key);
  return keys;
}

const isPermission = (key: string): key is Permission => Object.hasOwn(PERMISSIONS, key);
