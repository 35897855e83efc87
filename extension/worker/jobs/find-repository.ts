import type { Client } from "@forgehand/core";
import { hasType, objectOf } from "@forgehand/core/schema";

const RepositoryById = /* @__PURE__ */ objectOf({
  name: "string",
  owner: { type: "object", fields: { login: "string" } },
});

/**
 * Reads the current name of a repository by its id.
 * @returns undefined if the response has an unexpected shape
 * @throws the client's errors
 */
export async function findRepositoryById(
  client: Client,
  id: number,
): Promise<{ readonly owner: string; readonly name: string } | undefined> {
  const body = await client.request("GET /repositories/{repository_id}", { repository_id: String(id) });
  return hasType(RepositoryById, body) ? { owner: body.owner.login, name: body.name } : undefined;
}
