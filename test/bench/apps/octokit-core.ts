// The tiny app with @octokit/core alone, which needs manual pagination.
import { Octokit } from "@octokit/core";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const octokit = new Octokit({ auth: token });
  const hasStar = await octokit.request("GET /user/starred/{owner}/{repo}", { owner, repo }).then(
    () => true,
    () => false,
  );
  if (!hasStar) await octokit.request("PUT /user/starred/{owner}/{repo}", { owner, repo });
  const lines: string[] = [];
  for (let page = 1, more = true; more; page++) {
    const { data, headers } = await octokit.request("GET /user/starred", { sort: "created", per_page: 100, page });
    for (const repository of data) {
      lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
    }
    more = headers.link?.includes('rel="next"') ?? false;
  }
  return lines;
}
