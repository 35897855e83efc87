import type { Client } from "@forgehand/core";
import * as z from "zod/mini";

const Repository = z.looseObject({ name: z.string(), owner: z.looseObject({ login: z.string() }) });

/** The name that a repository has by now. @returns undefined where the service doesn't say @throws the client's errors */
export async function findById(
  client: Client,
  id: number,
): Promise<{ readonly owner: string; readonly name: string } | undefined> {
  const answer = await client.request("GET /repositories/{repository_id}", { repository_id: String(id) });
  const read = z.safeParse(Repository, answer);
  return read.success ? { owner: read.data.owner.login, name: read.data.name } : undefined;
}
