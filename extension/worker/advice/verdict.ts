import { explainAccess, type TokenKind } from "@forgehand/core";
import {
  definitionOf,
  isScoped,
  PERMISSIONS,
  type Permission,
  type Requirement,
  type Role,
} from "@forgehand/core/contract";
import { DIALECTS, type DialectName } from "@forgehand/core/dialects";
import type { AnyOperation } from "./abilities.ts";

/** All that is known of a token. */
export interface KnownToken {
  readonly dialect: DialectName;
  readonly kind: TokenKind | undefined;
  /** Undefined: unknown. */
  readonly scopes: readonly string[] | undefined;
  /** Permissions that it is known to have, and those that it is known to lack; of the others nothing is known. */
  readonly has: Readonly<Partial<Record<Permission, "read" | "write">>>;
  readonly lacks: ReadonlySet<Permission>;
  /** What was tried and went well, or was refused. */
  readonly tried: ReadonlyMap<AnyOperation, boolean>;
}

/** Whether a token would do for a call, or why that isn't known. */
export interface Verdict {
  readonly answer: "yes" | "no" | "unknown";
  readonly why?: "kind" | "unknown kind" | "lacks" | "only trying tells" | "nobody says" | "refused";
  readonly needs: readonly Requirement[];
  /** What its owner has to be beside. */
  readonly roles: readonly Role[];
}

/** Would it do, of public repositories or of private ones? From the contract's access data. */
export function verdictOn(operation: AnyOperation, token: KnownToken, isPrivate: boolean): Verdict {
  const { kind, dialect, scopes } = token;
  const none = { needs: [], roles: [] };
  if (kind === undefined) return { answer: "unknown", why: "unknown kind", ...none };
  if (!definitionOf(operation).access.tokens.includes(kind)) return { answer: "no", why: "kind", ...none };
  const tried = token.tried.get(operation);
  const facts = { kind, dialect: DIALECTS[dialect], private: isPrivate };
  // What isn't known is once taken for granted, and once for missing: where that makes no difference, all is known.
  const [atBest, atWorst] = isScoped(kind)
    ? [explainAccess(operation, { ...facts, scopes }), explainAccess(operation, { ...facts, scopes })]
    : [
        explainAccess(operation, { ...facts, permissions: allBut(token.lacks) }),
        explainAccess(operation, { ...facts, permissions: { ...token.has } }),
      ];
  const { roles } = atWorst;
  if (tried === true) return { answer: "yes", needs: [], roles };
  if (tried === false) return { answer: "no", why: "refused", needs: atWorst.missing, roles };
  if (atBest.answer === "no") return { answer: "no", why: "lacks", needs: atBest.missing, roles };
  if (atWorst.answer === "yes") return { answer: "yes", needs: [], roles };
  const { missing: needs } = atWorst;
  return { answer: "unknown", why: needs.length > 0 ? "only trying tells" : "nobody says", needs, roles };
}

function allBut(lacks: ReadonlySet<Permission>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(PERMISSIONS)
      .filter((key) => ![...lacks].some((lacking) => lacking === key))
      .map((key) => [key, "write"]),
  );
}
