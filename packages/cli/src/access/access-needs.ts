import { explainAccess } from "@forgehand/core";
import {
  type AnyOperation,
  alternativesFor,
  callDefinitionOf,
  hasScope,
  PERMISSIONS,
  type PermissionLevel,
  type Requirement,
  type Role,
  TOKEN_KINDS,
  type TokenKind,
} from "@forgehand/core/contract";
import { type Dialect, permissionNames, wireScope } from "@forgehand/core/dialects";

/** Access that tokens of some kinds need for a set of operations. */
export interface AccessNeeds {
  readonly tokens: readonly TokenKind[];
  /** Scopes, or permissions with their level, as the service names them. */
  readonly needs: readonly string[];
  /** Operations that tokens of these kinds can't call at all. */
  readonly impossible: readonly AnyOperation[];
  /** Operations whose needs the documentation does not state. */
  readonly undocumented: readonly AnyOperation[];
  /** Roles that the token's owner must have. */
  readonly roles: readonly Role[];
}

/** Returns what each kind of token needs for all of some operations. Kinds with the same needs are one group. */
export function accessNeeds(operations: readonly AnyOperation[], dialect: Dialect): readonly AccessNeeds[] {
  const groups = new Map<string, { readonly tokens: TokenKind[]; readonly needs: Omit<AccessNeeds, "tokens"> }>();
  for (const kind of TOKEN_KINDS) {
    if (kind === "anonymous") continue;
    const needs = needsOfKind(operations, kind, dialect);
    const key = JSON.stringify(needs);
    const group = groups.get(key) ?? { tokens: [], needs };
    group.tokens.push(kind);
    groups.set(key, group);
  }
  return Array.from(groups.values(), ({ tokens, needs }) => ({ tokens, ...needs }));
}

function needsOfKind(
  operations: readonly AnyOperation[],
  kind: TokenKind,
  dialect: Dialect,
): Omit<AccessNeeds, "tokens"> {
  const explained = operations.map((operation) => ({ operation, ...explainAccess(operation, { kind, dialect }) }));
  const possible = explained.filter(({ answer }) => answer !== "no").map(({ operation }) => operation);
  const alternatives = possible.map((operation) => {
    return { operation, needs: alternativesFor(callDefinitionOf(operation).access, kind)[0] };
  });
  return {
    needs: describeMerged(
      alternatives.flatMap(({ needs }) => needs ?? []),
      dialect,
    ),
    impossible: explained.filter(({ answer }) => answer === "no").map(({ operation }) => operation),
    undocumented: alternatives.filter(({ needs }) => needs === undefined).map(({ operation }) => operation),
    roles: [...new Set(explained.flatMap(({ answer, roles }) => (answer === "no" ? [] : roles)))],
  };
}

/** Merges needs: the highest level of each permission, and scopes that no other one implies. */
function describeMerged(needs: readonly Requirement[], dialect: Dialect): readonly string[] {
  const levels = new Map<keyof typeof PERMISSIONS, PermissionLevel>();
  const scopes = new Map<string, Requirement["when"]>();
  for (const need of needs) {
    if ("scope" in need) {
      const isUnconditional = scopes.has(need.scope) && scopes.get(need.scope) === undefined;
      scopes.set(need.scope, isUnconditional ? undefined : need.when);
    } else if (levels.get(need.permission) !== "write") levels.set(need.permission, need.level);
  }
  const isImplied = (scope: string) =>
    Array.from(scopes.keys()).some((other) => other !== scope && hasScope([other], scope));
  const scopeTexts = needs.flatMap((need) => {
    if (!("scope" in need) || isImplied(need.scope)) return [];
    const condition = scopes.get(need.scope) === "private" ? " (for private repositories)" : "";
    return `${wireScope(dialect, need.scope)}${condition}`;
  });
  const permissionTexts = Array.from(levels, ([permission, level]) => {
    return `${PERMISSIONS[permission].of} permission "${permissionNames(dialect, permission).name}": ${level}`;
  });
  return [...new Set([...scopeTexts, ...permissionTexts])];
}
