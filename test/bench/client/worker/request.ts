/**
 * Path parameters of a call. Each call uses a different repository, because a client can send identical reads only
 * once.
 */
export function repositoryParams(index: number) {
  return { owner: "acme", repo: `widgets-${index}` };
}

/** The same as a path, for generic HTTP clients. */
export function requestPath(index: number): string {
  const { owner, repo } = repositoryParams(index);
  return `repos/${owner}/${repo}/stargazers`;
}

// secretlint-disable-next-line @secretlint/secretlint-rule-github
export const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

/** For generic HTTP clients. */
export const HEADERS = { accept: "application/vnd.github+json", authorization: `Bearer ${TOKEN}` } as const;
