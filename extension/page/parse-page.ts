/** Content of a page, derived from its URL alone. */
export type ParsedPage = RepositoryPage | PullRequestPage | ListPage;

interface BasePage {
  /** Identifies the page's subject. A response for one page is never applied to another. */
  readonly key: string;
  readonly origin: string;
  /** Kind of the items in the page's list, if it has one. */
  readonly rows?: "repositories" | "pull-requests";
}

interface RepositoryPage extends BasePage {
  readonly kind: "repository";
  readonly owner: string;
  readonly repo: string;
}

interface PullRequestPage extends BasePage {
  readonly kind: "pull-request";
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

interface ListPage extends BasePage {
  readonly kind: "list";
}

/**
 * First path segments of the site's own pages, which cannot be account names. Only those under which scripts of pages
 * can run: the worker and the popup know all of them, see `reserved-names.ts`.
 */
const SITE_AREAS = new Set(
  `account advisories apps codespaces collections copilot dashboard dashboard-feed enterprise enterprises events
  explore feed features gist issues login marketplace mcp new notifications organizations orgs pages
  pulls raw repositories search security sessions settings setup signup solutions sponsors stafftools
  stars storage topics trending users watching`.split(/\s+/),
);

const isSiteArea = (name: string) => SITE_AREAS.has(name.toLowerCase());

/** The site's own pages that list repositories or pull requests, by path. */
const LIST_PATHS: readonly (readonly [path: RegExp, rows: "repositories" | "pull-requests"])[] = [
  [/^\/(dashboard|explore|repositories|search|watching)$/i, "repositories"],
  [/^\/(collections|stars|topics|trending)(\/[^/]+)*$/i, "repositories"],
  [/^\/orgs\/[^/]+\/repositories$/i, "repositories"],
  [/^\/pulls(\/[^/]+)?$/i, "pull-requests"],
];

/** Valid account and repository names on GitHub. */
const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$/;
const REPOSITORY = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

export function isRepositoryName(owner: string, repo: string): boolean {
  return OWNER.test(owner) && REPOSITORY.test(repo) && !isSiteArea(owner);
}

/**
 * Parses a URL. Returns a repository, pull request or list page; null for any other page.
 * @param isReserved whether a name cannot be an account
 */
export function parsePage(address: string, isReserved: (name: string) => boolean = isSiteArea): ParsedPage | null {
  if (!URL.canParse(address)) return null;
  const { origin, hostname, pathname, protocol } = new URL(address);
  // A host with a trailing dot is a different origin, with other cookies, and often not configured.
  if ((protocol !== "https:" && protocol !== "http:") || hostname.endsWith(".")) return null;
  // Gists have the addresses of repositories.
  if (hostname.startsWith("gist.")) return null;
  const [, owner = "", repo = "", area, number = ""] = pathname.split("/");
  const path = pathname.replace(/\/+$/, "");
  const [, rowsOf] = LIST_PATHS.find(([pattern]) => pattern.test(path)) ?? [];
  if (rowsOf) return { kind: "list", key: origin + path, origin, rows: rowsOf };
  if (!OWNER.test(owner) || isReserved(owner)) return null;
  // A profile page.
  if (path === `/${owner}`) return { kind: "list", key: origin + path, origin, rows: "repositories" };
  if (!REPOSITORY.test(repo)) return null;
  const key = `${origin}/${owner}/${repo}`;
  if (area === "pull" && /^[1-9]\d{0,8}$/.test(number)) {
    return { kind: "pull-request", key: `${key}/pull/${number}`, origin, owner, repo, number: Number(number) };
  }
  const rows = area === "pulls" ? "pull-requests" : area === "forks" || area === "network" ? "repositories" : undefined;
  return { kind: "repository", key, origin, owner, repo, ...(rows && { rows }) };
}

/** Whether two URLs show the same page: the same subject, and a list of the same items, if any. */
export function isSamePage(a: ParsedPage | null, b: ParsedPage | null): boolean {
  return a?.key === b?.key && a?.rows === b?.rows;
}

/** Key of the page that a list row links to. */
export function subjectKey(origin: string, { owner, repo, number }: Subject): string {
  return `${origin}/${owner}/${repo}${number === undefined ? "" : `/pull/${number}`}`;
}

/** A repository or one of its pull requests. */
export interface Subject {
  readonly owner: string;
  readonly repo: string;
  readonly number?: number | undefined;
}
