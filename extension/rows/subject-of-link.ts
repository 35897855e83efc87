import { isRepositoryName, type Page, type Subject } from "../page/parse-page.ts";

/** A link to a repository or a pull request. */
export interface SubjectLink {
  readonly link: Element;
  readonly subject: Subject;
  /** The key of what it leads to, in one case. */
  readonly key: string;
}

/** `/owner/repo`, and `/owner/repo/pull/1`, as forges write them in links. */
const PATH = /^\/([^/?#]+)\/([^/?#]+?)(?:\/pull\/([1-9]\d{0,8}))?\/?$/;

/** What a link leads to, where that is a repository or a pull request itself and no page within it. */
export function subjectOfLink(link: Element, { origin }: Pick<Page, "origin">): Subject | undefined {
  const href = link.getAttribute("href") ?? "";
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  // Pages have thousands of links: each is read as text, which takes a tenth of what an address takes.
  const [, owner = "", repo = "", number] = PATH.exec(path) ?? [];
  if (!isRepositoryName(owner, repo)) return undefined;
  return number === undefined ? { owner, repo } : { owner, repo, number: Number(number) };
}
