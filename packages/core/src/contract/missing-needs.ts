import { lazy } from "../internal/lazy.ts";
import {
  type Access,
  type Condition,
  type Level,
  type Need,
  type Permission,
  SCOPES,
  type TokenKind,
} from "./access.ts";

// What a token lacks for a call.

/** What a token is known to carry. */
export interface Grants {
  readonly kind: TokenKind;
  /** Of classic and OAuth tokens; absent where it isn't known. */
  readonly scopes?: readonly string[];
  /** Of the other kinds; absent where it isn't known. */
  readonly permissions?: Readonly<Partial<Record<Permission, Level>>>;
}

/** What a call is about, as far as conditions ask. */
export interface Target {
  readonly private: boolean;
  /** The path of the file. */
  readonly path?: string;
}

const implied = /* @__PURE__ */ lazy(() => {
  const direct: Readonly<Record<string, readonly string[]>> = SCOPES;
  const closure = (scope: string): string[] => [scope, ...(direct[scope] ?? []).flatMap(closure)];
  return new Map(Object.keys(SCOPES).map((scope) => [scope, new Set(closure(scope))]));
});

/** Does a token with these scopes have this one? */
function hasScope(held: readonly string[], wanted: string): boolean {
  return held.some((scope) => scope === wanted || implied().get(scope)?.has(wanted));
}

function holds(need: Need, grants: Grants): boolean {
  if ("scope" in need) return hasScope(grants.scopes ?? [], need.scope);
  const level = grants.permissions?.[need.permission];
  return level === "write" || level === need.level;
}

/** Is a file one that defines workflows? They need a permission of their own (document 3, Repository contents). */
export function isWorkflowFile(path: string): boolean {
  return /^\/*\.github\/workflows(\/|$)/i.test(path);
}

function applies(condition: Condition | undefined, target: Target): boolean {
  if (condition === "private") return target.private;
  return condition === undefined || isWorkflowFile(target.path ?? "");
}

/** Do scopes decide what this kind of token may do, rather than permission sets? */
export function isScoped(kind: TokenKind): boolean {
  return kind === "classic" || kind === "oauth";
}

/**
 * The alternatives that speak of this kind of token: scopes for classic and OAuth, permission sets for the others.
 * Empty: no source says what this kind needs.
 */
export function alternativesFor(access: Access, kind: TokenKind): readonly (readonly Need[])[] {
  const wanted = isScoped(kind) ? "scope" : "permission";
  return access.needs.filter((needs) => needs.every((need) => wanted in need));
}

/**
 * What a token lacks for a call.
 * @returns the needs that are missing, of the alternative that lacks least; empty when nothing is missing or nothing is
 * known to be needed
 */
export function missingNeeds(access: Access, grants: Grants, target: Target): readonly Need[] {
  if (grants.kind === "anonymous") return [];
  const missing = alternativesFor(access, grants.kind).map((needs) =>
    needs.filter((need) => applies(need.when, target) && !holds(need, grants)),
  );
  return missing.sort((a, b) => a.length - b.length)[0] ?? [];
}
