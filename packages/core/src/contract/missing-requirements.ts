import { lazy } from "../internal/lazy.ts";
import {
  type Access,
  type Permission,
  type PermissionLevel,
  type Requirement,
  type RequirementCondition,
  SCOPES,
  type TokenKind,
} from "./access.ts";

// Computes which requirements of an operation a token does not meet.

/** Known grants of a token. */
export interface TokenGrants {
  readonly kind: TokenKind;
  /** Scopes of classic and OAuth tokens; absent if unknown. */
  readonly scopes?: readonly string[];
  /** Permissions of the other token kinds; absent if unknown. */
  readonly permissions?: Readonly<Partial<Record<Permission, PermissionLevel>>>;
}

/** Properties of the requested resource that conditions depend on. */
export interface AccessTarget {
  readonly private: boolean;
  /** Path of the requested file. */
  readonly path?: string;
}

const impliedScopes = lazy(() => {
  const direct: Readonly<Record<string, readonly string[]>> = SCOPES;
  const closure = (scope: string): string[] => [scope, ...(direct[scope] ?? []).flatMap(closure)];
  return new Map(Object.keys(SCOPES).map((scope) => [scope, new Set(closure(scope))]));
});

/** Returns whether any of the scopes is, or implies, the required one. */
export function hasScope(scopes: readonly string[], required: string): boolean {
  return scopes.some((scope) => scope === required || impliedScopes().get(scope)?.has(required));
}

function isMet(requirement: Requirement, grants: TokenGrants): boolean {
  if ("scope" in requirement) return hasScope(grants.scopes ?? [], requirement.scope);
  const level = grants.permissions?.[requirement.permission];
  return level === "write" || level === requirement.level;
}

/** Returns the requirements that the service is known to have. */
export function withoutAssumed(requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter(({ source }) => source !== "assumed");
}

/** Returns whether a path is a workflow file. Writing one requires a permission of its own. */
export function isWorkflowFile(path: string): boolean {
  return /^\/*\.github\/workflows(\/|$)/i.test(path);
}

function applies(condition: RequirementCondition | undefined, target: AccessTarget): boolean {
  if (condition === "private") return target.private;
  return condition === undefined || isWorkflowFile(target.path ?? "");
}

/** Returns whether scopes, rather than permissions, limit this kind of token. */
export function isScoped(kind: TokenKind): boolean {
  return kind === "classic" || kind === "oauth";
}

/**
 * Returns the alternatives that apply to a kind of token: scopes for classic and OAuth tokens, permissions for the
 * others. Empty if no source documents the requirements for that kind.
 */
export function alternativesFor(access: Access, kind: TokenKind): readonly (readonly Requirement[])[] {
  const requirementKey = isScoped(kind) ? "scope" : "permission";
  return access.requirements.filter((requirements) =>
    requirements.every((requirement) => requirementKey in requirement),
  );
}

/**
 * Returns what a token lacks for a call.
 * @returns the unmet requirements of the alternative with the fewest; empty if none are unmet or none are known
 */
export function missingRequirements(access: Access, grants: TokenGrants, target: AccessTarget): readonly Requirement[] {
  if (grants.kind === "anonymous") return [];
  const missing = alternativesFor(access, grants.kind).map((requirements) =>
    requirements.filter((requirement) => applies(requirement.when, target) && !isMet(requirement, grants)),
  );
  return missing.sort((a, b) => a.length - b.length)[0] ?? [];
}
