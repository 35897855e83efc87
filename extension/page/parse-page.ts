/** What a page is about, told from its address alone. */
export type Page = RepositoryPage | PullRequestPage | ListPage;

interface Somewhere {
  /** Names the page: what is asked on one page is not answered on another. */
  readonly key: string;
  readonly origin: string;
  /** What its list is of, where it has one. */
  readonly rows?: "repositories" | "pull-requests";
}

interface RepositoryPage extends Somewhere {
  readonly kind: "repository";
  readonly owner: string;
  readonly repo: string;
}

interface PullRequestPage extends Somewhere {
  readonly kind: "pull-request";
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

interface ListPage extends Somewhere {
  readonly kind: "list";
}

/** First segments of a forge's own pages, which no account can have as its name. */
const RESERVED = new Set(
  `about account advisories apps codespaces collections contact copilot customer-stories dashboard enterprise enterprises
  events explore features issues join login logout marketplace mobile new notifications organizations orgs partners
  premium-support pricing pulls readme repositories resources search security sessions settings signup site solutions
  sponsors stars team topics trending users watching why-github`.split(/\s+/),
);

/** Those of the forge's own pages that list repositories, or pull requests: by path, without its end. */
const LISTS: readonly (readonly [path: RegExp, rows: "repositories" | "pull-requests"])[] = [
  [/^\/(dashboard|explore|repositories|search|watching)$/i, "repositories"],
  [/^\/(collections|stars|topics|trending)(\/[^/]+)*$/i, "repositories"],
  [/^\/orgs\/[^/]+\/repositories$/i, "repositories"],
  [/^\/pulls(\/[^/]+)?$/i, "pull-requests"],
];

/** Names of accounts and of repositories, as forges allow them. */
const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$/;
const REPOSITORY = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Can this be a repository? */
export function isRepositoryName(owner: string, repo: string): boolean {
  return OWNER.test(owner) && REPOSITORY.test(repo) && !RESERVED.has(owner.toLowerCase());
}

/** What an address shows: a repository, a pull request, a list; null for every other page. */
export function parsePage(address: string): Page | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, protocol } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const [, owner = "", repo = "", area, number = ""] = pathname.split("/");
  const path = pathname.replace(/\/+$/, "");
  const [, rowsOf] = LISTS.find(([shape]) => shape.test(path)) ?? [];
  if (rowsOf) return { kind: "list", key: origin + path, origin, rows: rowsOf };
  if (!OWNER.test(owner) || RESERVED.has(owner.toLowerCase())) return null;
  // Somebody's own page.
  if (path === `/${owner}`) return { kind: "list", key: origin + path, origin, rows: "repositories" };
  if (!REPOSITORY.test(repo)) return null;
  const key = `${origin}/${owner}/${repo}`;
  if (area === "pull" && /^[1-9]\d{0,8}$/.test(number)) {
    return { kind: "pull-request", key: `${key}/pull/${number}`, origin, owner, repo, number: Number(number) };
  }
  const rows = area === "pulls" ? "pull-requests" : area === "forks" || area === "network" ? "repositories" : undefined;
  return { kind: "repository", key, origin, owner, repo, ...(rows && { rows }) };
}

/** The key of the page that a row of a list leads to. */
export function subjectKey(origin: string, { owner, repo, number }: Subject): string {
  return `${origin}/${owner}/${repo}${number === undefined ? "" : `/pull/${number}`}`;
}

/** A repository, or one of its pull requests. */
export interface Subject {
  readonly owner: string;
  readonly repo: string;
  readonly number?: number | undefined;
}
