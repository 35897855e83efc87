import { type Client, explainAccess } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import { getRepository, requestReviewers } from "@forgehand/core/operations";
import type { PullRequestRef } from "./read-helpers.ts";

/**
 * Reason why an account cannot request reviews: its token lacks the described access, or its owner is not allowed to.
 */
export type RequestObstacle = { readonly kind: "token"; readonly missing: string } | { readonly kind: "role" };

/**
 * Checks in advance whether reviews can be requested.
 * @returns undefined if no obstacle is known
 * @throws ForgeError if the repository cannot be read
 */
export async function findRequestObstacle(
  client: Client,
  { owner, repo }: PullRequestRef,
  { token, dialect }: { readonly token: string; readonly dialect: DialectName },
): Promise<RequestObstacle | undefined> {
  const { output, headers } = await client.call.raw(getRepository, { owner, repo });
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
