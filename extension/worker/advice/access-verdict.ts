import { explainAccess, type TokenKind } from "@forgehand/core";
import {
  callDefinitionOf,
  isScoped,
  PERMISSIONS,
  type Permission,
  type Requirement,
  type Role,
} from "@forgehand/core/contract";
import { DIALECTS, type DialectName } from "@forgehand/core/dialects";
import type { AnyOperation } from "./ability-parts.ts";

/** All known facts about a token's access. */
export interface TokenAccess {
  readonly dialect: DialectName;
  readonly kind: TokenKind | undefined;
  /** Undefined if unknown. */
  readonly scopes: readonly string[] | undefined;
  /** Permissions that are known to be granted, and those known to be missing. All others are unknown. */
  readonly has: Readonly<Partial<Record<Permission, "read" | "write">>>;
  readonly lacks: ReadonlySet<Permission>;
  /** Operations that were tried, and whether they succeeded. */
  readonly tried: ReadonlyMap<AnyOperation, boolean>;
}

/** Whether an operation will work with a token, or why that is unknown. */
export interface AccessVerdict {
  readonly answer: "yes" | "no" | "unknown";
  readonly reason?: "kind" | "unknown-kind" | "lacks" | "only-by-trying" | "assumed" | "unspecified" | "refused";
  readonly needs: readonly Requirement[];
  /** The roles that the token's owner needs in addition. */
  readonly roles: readonly Role[];
}

/** Checks an operation against the API's access data, for public or for private repositories. */
export function checkAccess(operation: AnyOperation, token: TokenAccess, isPrivate: boolean): AccessVerdict {
  const { kind, dialect, scopes } = token;
  const noNeeds = { needs: [], roles: [] };
  if (kind === undefined) return { answer: "unknown", reason: "unknown-kind", ...noNeeds };
  if (!callDefinitionOf(operation).access.tokens.includes(kind)) return { answer: "no", reason: "kind", ...noNeeds };
  const tried = token.tried.get(operation);
  const facts = { kind, dialect: DIALECTS[dialect], private: isPrivate };
  // Unknown permissions are assumed to be granted and then to be missing. If both give the same answer, it is certain.
  const [bestCase, worstCase] = isScoped(kind)
    ? [explainAccess(operation, { ...facts, scopes }), explainAccess(operation, { ...facts, scopes })]
    : [
        explainAccess(operation, { ...facts, permissions: allPermissionsExcept(token.lacks) }),
        explainAccess(operation, { ...facts, permissions: { ...token.has } }),
      ];
  const { roles } = worstCase;
  if (tried === true) return { answer: "yes", needs: [], roles };
  if (tried === false) return { answer: "no", reason: "refused", needs: worstCase.missing, roles };
  if (bestCase.answer === "no") return { answer: "no", reason: "lacks", needs: bestCase.missing, roles };
  if (worstCase.answer === "yes") return { answer: "yes", needs: [], roles };
  const { missing: needs, assumed } = worstCase;
  if (assumed.length > 0) return { answer: "unknown", reason: "assumed", needs: [...needs, ...assumed], roles };
  return { answer: "unknown", reason: needs.length > 0 ? "only-by-trying" : "unspecified", needs, roles };
}

/** All permissions, by their neutral names. */
export const PERMISSION_NAMES = Object.keys(PERMISSIONS).filter((key): key is Permission =>
  Object.hasOwn(PERMISSIONS, key),
);

function allPermissionsExcept(lacks: ReadonlySet<Permission>): Record<string, string> {
  return Object.fromEntries(PERMISSION_NAMES.filter((key) => !lacks.has(key)).map((key) => [key, "write"]));
}
