// The tiny app with the client and all operations.
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const client = createClient({ baseUrl: "https://api.github.com", credentials: token });
  if (!(await client.call(operations.checkStar, { owner, repo }))) {
    await client.call(operations.starRepository, { owner, repo });
  }
  const lines: string[] = [];
  for await (const repository of client.items(operations.listStarredRepositories, { sort: "created" })) {
    lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
  }
  return lines;
}
