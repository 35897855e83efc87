// The tiny app with Octokit's default options: with pacing and retries, without validation.
import { Octokit } from "octokit";

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  const { paginate, rest } = new Octokit({ auth: token });
  const { activity } = rest;
  const hasStar = await activity.checkRepoIsStarredByAuthenticatedUser({ owner, repo }).then(
    () => true,
    () => false,
  );
  if (!hasStar) await activity.starRepoForAuthenticatedUser({ owner, repo });
  const lines: string[] = [];
  const pages = paginate.iterator(activity.listReposStarredByAuthenticatedUser, { sort: "created", per_page: 100 });
  for await (const { data } of pages) {
    for (const repository of data) {
      lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
    }
  }
  return lines;
}
