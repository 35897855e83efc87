// The tiny app with the lean client and nothing else.
import { leanClient } from "@forgehand/core/lean";
import { checkStar, listStarredRepositories, starRepository } from "@forgehand/core/operations/starring";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const client = leanClient({ baseUrl: "https://api.github.com", credentials: token });
  if (!(await client.call(checkStar, { owner, repo }))) await client.call(starRepository, { owner, repo });
  const lines: string[] = [];
  for await (const repository of client.items(listStarredRepositories, { sort: "created" })) {
    lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
  }
  return lines;
}
