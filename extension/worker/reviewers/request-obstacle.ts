import { explainAccess } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import { requestReviewers } from "@forgehand/core/operations";
import type { RepositoryResponse } from "../controls/repository.ts";

/**
 * Reason why an account cannot request reviews: its token lacks the described access, or its owner is not allowed to.
 */
export type RequestObstacle = { readonly kind: "token"; readonly missing: string } | { readonly kind: "role" };

/**
 * Checks in advance whether reviews can be requested in a repository.
 * @returns undefined if no obstacle is known
 */
export function findRequestObstacle(
  { output, headers }: RepositoryResponse,
  { token, dialect }: { readonly token: string; readonly dialect: DialectName },
): RequestObstacle | undefined {
  const scopes = headers
    .get("x-oauth-scopes")
    ?.split(/[\s,]+/)
    .filter(Boolean);
  const { answer, message, roles } = explainAccess(requestReviewers, {
    token,
    dialect,
    scopes,
    private: output.private,
  });
  if (answer === "no") return { kind: "token", missing: message };
  const { permissions } = output;
  // Triage access is sufficient. A missing `permissions` field means unknown.
  if (!permissions || !roles.includes("push") || permissions.push || permissions.triage) return undefined;
  return { kind: "role" };
}
