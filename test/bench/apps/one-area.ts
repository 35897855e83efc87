// The tiny app with the client and the operations of one area.
import { createClient } from "@forgehand/core";
import { checkStar, listStarredRepositories, starRepository } from "@forgehand/core/operations/starring";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const client = createClient({ baseUrl: "https://api.github.com", credentials: token });
  if (!(await client.call(checkStar, { owner, repo }))) await client.call(starRepository, { owner, repo });
  const lines: string[] = [];
  for await (const repository of client.items(listStarredRepositories, { sort: "created" })) {
    lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
  }
  return lines;
}
