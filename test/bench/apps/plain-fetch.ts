// The tiny app written by hand, with fetch and minimal types.

interface Account {
  login: string;
}

interface Repository {
  full_name: string;
  description: string | null;
  owner: Account;
  stargazers_count: number;
}

interface Page {
  repositories: Repository[];
  next: string | undefined;
}

const ROOT = "https://api.github.com";

async function send(token: string, method: string, url: string): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { accept: "application/vnd.github+json", authorization: `Bearer ${token}` },
  });
  if (!response.ok && response.status !== 404) throw new Error(`${method} ${url}: ${response.status}`);
  return response;
}

async function hasStar(token: string, owner: string, repo: string): Promise<boolean> {
  const response = await send(token, "GET", `${ROOT}/user/starred/${owner}/${repo}`);
  return response.status === 204;
}

async function star(token: string, owner: string, repo: string): Promise<void> {
  const response = await send(token, "PUT", `${ROOT}/user/starred/${owner}/${repo}`);
  if (response.status === 404) throw new Error("The repository does not exist.");
}

async function readPage(token: string, url: string): Promise<Page> {
  const response = await send(token, "GET", url);
  const repositories: Repository[] = await response.json();
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return { repositories, next };
}

async function* starred(token: string): AsyncGenerator<Repository, void, undefined> {
  let url: string | undefined = `${ROOT}/user/starred?per_page=100&sort=created`;
  while (url !== undefined) {
    const page: Page = await readPage(token, url);
    yield* page.repositories;
    url = page.next;
  }
}

export async function starAndList(token: string, owner: string, repo: string): Promise<string[]> {
  if (!(await hasStar(token, owner, repo))) await star(token, owner, repo);
  const lines: string[] = [];
  for await (const repository of starred(token)) {
    lines.push(`${repository.full_name} by ${repository.owner.login}: ${repository.stargazers_count}`);
  }
  return lines;
}
