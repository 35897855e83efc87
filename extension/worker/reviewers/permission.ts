import { type Client, explainAccess } from "@forgehand/core";
import type { DialectName } from "@forgehand/core/dialects";
import { getRepository, requestReviewers } from "@forgehand/core/operations";
import type { Pull } from "./reading.ts";

/** Why an account can't ask for reviews: its token lacks something, in words, or its owner may not. */
export type WhyCannot = { readonly kind: "token"; readonly lacks: string } | { readonly kind: "role" };

/**
 * Why nobody can be asked for a review, as far as that is known before anybody tries.
 * @returns undefined where it may work
 * @throws ForgeError where the repository can't be read
 */
export async function whyCannotAsk(
  client: Client,
  { owner, repo }: Pull,
  { token, dialect }: { readonly token: string; readonly dialect: DialectName },
): Promise<WhyCannot | undefined> {
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
  if (answer === "no") return { kind: "token", lacks: message };
  const { permissions } = output;
  // Who sorts issues and pull requests may ask as well. What nobody says is not known.
  if (!permissions || !roles.includes("push") || permissions.push || permissions.triage) return undefined;
  return { kind: "role" };
}
