import { explainAccess } from "@forgehand/core";
import { alternativesFor, callDefinitionOf, type Permission, SCOPES, type Scope } from "@forgehand/core/contract";
import { DIALECTS, permissionNames, wireScope } from "@forgehand/core/dialects";
import type { TokenPlan, TokenRequirements } from "../../messages/accounts.ts";
import { CONTROL_IDS } from "../../model/controls.ts";
import { ABILITY_PARTS, type AnyOperation } from "./ability-parts.ts";
import { reportAbilities } from "./ability-reports.ts";
import { PERMISSION_NAMES, type TokenAccess } from "./access-verdict.ts";

/**
 * Plans a token with the fewest scopes or lowest permissions that meet the requirements, by the access rules of each
 * operation.
 */
export function planToken(requirements: TokenRequirements): TokenPlan {
  const dialect = DIALECTS[requirements.dialect];
  const unknownAccess: TokenAccess = {
    dialect: requirements.dialect,
    kind: requirements.kind,
    scopes: undefined,
    has: {},
    lacks: new Set(),
    tried: new Map(),
  };
  if (requirements.kind === "classic") {
    const scopes = leastScopes(requirements);
    return {
      scopes: scopes.map((scope) => wireScope(dialect, scope)),
      permissions: {},
      abilities: reportAbilities({ ...unknownAccess, scopes }),
    };
  }
  const has = leastPermissions(requirements);
  const lacks = new Set(PERMISSION_NAMES.filter((permission) => !has[permission]));
  const named = PERMISSION_NAMES.flatMap((permission) => {
    const level = has[permission];
    return level ? [[permissionNames(dialect, permission).key, level] as const] : [];
  });
  return {
    scopes: [],
    permissions: Object.fromEntries(named),
    abilities: reportAbilities({ ...unknownAccess, has, lacks }),
  };
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
