// The tiny app with the lean client, pace, retry and cache.
import { cache, leanClient, pace, retry } from "@forgehand/core/lean";
import { checkStar, listStarredRepositories, starRepository } from "@forgehand/core/operations/starring";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const middleware = [cache(), retry(), pace()];
  const client = leanClient({ baseUrl: "https://api.github.com", credentials: token, middleware });
  if (!(await client.call(checkStar, { owner, repo }))) await client.call(starRepository, { owner, repo });
  const lines: string[] = [];
  for await (const repository of client.items(listStarredRepositories, { sort: "created" })) {
    lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
  }
  return lines;
}
