import { explainAccess } from "@forgehand/core";
import {
  alternativesFor,
  definitionOf,
  PERMISSIONS,
  type Permission,
  SCOPES,
  type Scope,
} from "@forgehand/core/contract";
import { DIALECTS, permissionNames, wireScope } from "@forgehand/core/dialects";
import type { TokenPlan, TokenWish } from "../../messages/accounts.ts";
import { ABILITY_PARTS, type AnyOperation } from "./abilities.ts";
import { ableWith } from "./able.ts";
import type { KnownToken } from "./verdict.ts";

/** The least that a token takes for what somebody wants of it, as the contract has it. */
export function planToken(wish: TokenWish): TokenPlan {
  const dialect = DIALECTS[wish.dialect];
  const nothing = { scopes: undefined, has: {}, lacks: new Set<Permission>(), tried: new Map<AnyOperation, boolean>() };
  if (wish.kind === "classic") {
    const needed = leastScopes(wish);
    const token: KnownToken = { ...nothing, dialect: wish.dialect, kind: "classic", scopes: needed };
    return { scopes: needed.map((scope) => wireScope(dialect, scope)), permissions: {}, able: ableWith(token) };
  }
  const has = leastPermissions(wish);
  const lacks = new Set(permissions().filter((permission) => !has[permission]));
  const named = permissions().flatMap((permission) => {
    const level = has[permission];
    return level ? [[permissionNames(dialect, permission).key, level] as const] : [];
  });
  const token: KnownToken = { ...nothing, dialect: wish.dialect, kind: "fine-grained", has, lacks };
  return { scopes: [], permissions: Object.fromEntries(named), able: ableWith(token) };
}

/** All that is to work: watching takes the scope for everything, even of public repositories. */
function operationsFor({ everything, organizations }: TokenWish): AnyOperation[] {
  const wanted = everything
    ? [...ABILITY_PARTS.star, ...ABILITY_PARTS.watch, ...ABILITY_PARTS["review-request"], ...ABILITY_PARTS.bulk]
    : [...ABILITY_PARTS.star, ...ABILITY_PARTS["review-request"]];
  const lists = ABILITY_PARTS.lists.filter(
    ({ part }) => part !== "watching" && (part !== "organizations" || organizations),
  );
  return [...wanted, ...lists].flatMap(({ operations }) => operations);
}

function leastScopes(wish: TokenWish): Scope[] {
  const missing = operationsFor(wish).flatMap((operation) => {
    const facts = { kind: "classic", scopes: [], private: wish.everything, dialect: "svc" } as const;
    return explainAccess(operation, facts).missing.flatMap((need) => ("scope" in need ? need.scope : []));
  });
  const all = [...new Set(missing)];
  const implied = new Set(all.flatMap((scope): readonly Scope[] => SCOPES[scope]));
  return all.filter((scope) => !implied.has(scope));
}

function leastPermissions(wish: TokenWish): Partial<Record<Permission, "read" | "write">> {
  const least: Partial<Record<Permission, "read" | "write">> = {};
  for (const operation of operationsFor(wish)) {
    const { access } = definitionOf(operation);
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
