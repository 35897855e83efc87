/** What a page is about, told from its address alone. */
export type Page =
  | {
      readonly kind: "repository";
      readonly key: string;
      readonly origin: string;
      readonly owner: string;
      readonly repo: string;
    }
  | {
      readonly kind: "pull-request";
      readonly key: string;
      readonly origin: string;
      readonly owner: string;
      readonly repo: string;
      readonly number: number;
    };

/** First segments of a forge's own pages, which no account can have as its name. */
const RESERVED = new Set(
  `about account advisories apps codespaces collections contact copilot customer-stories dashboard enterprise enterprises
  events explore features issues join login logout marketplace mobile new notifications organizations orgs partners
  premium-support pricing pulls readme repositories resources search security sessions settings signup site solutions
  sponsors stars team topics trending users watching why-github`.split(/\s+/),
);

/** Names of accounts and of repositories, as forges allow them. */
const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$/;
const REPOSITORY = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Which repository or pull request an address shows; null for every other page. */
export function parsePage(address: string): Page | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, protocol } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const [, owner = "", repo = "", area, number = ""] = pathname.split("/");
  if (!OWNER.test(owner) || !REPOSITORY.test(repo) || RESERVED.has(owner.toLowerCase())) return null;
  const key = `${origin}/${owner}/${repo}`;
  if (area === "pull" && /^[1-9]\d{0,8}$/.test(number)) {
    return { kind: "pull-request", key: `${key}/pull/${number}`, origin, owner, repo, number: Number(number) };
  }
  return { kind: "repository", key, origin, owner, repo };
}
