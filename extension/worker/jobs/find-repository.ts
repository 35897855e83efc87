import type { Client } from "@forgehand/core";
import * as z from "zod/mini";

const RepositoryById = z.looseObject({ name: z.string(), owner: z.looseObject({ login: z.string() }) });

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
  const parsed = z.safeParse(RepositoryById, body);
  return parsed.success ? { owner: parsed.data.owner.login, name: parsed.data.name } : undefined;
}
