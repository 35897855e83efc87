/** Whose stargazers a call asks for: another repository with every call, for who asks for the same twice may be sent once. */
export function repository(index: number) {
  return { owner: "acme", repo: `widgets-${index}` };
}

/** The same as a path, for clients that know nothing of the API. */
export function path(index: number): string {
  const { owner, repo } = repository(index);
  return `repos/${owner}/${repo}/stargazers`;
}

/** As whom. */
// secretlint-disable-next-line @secretlint/secretlint-rule-github
export const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

/** For clients that know nothing of the API. */
export const HEADERS = { accept: "application/vnd.github+json", authorization: `Bearer ${TOKEN}` } as const;
