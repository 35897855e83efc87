import { isRepositoryName, type ParsedPage, type Subject } from "../page/parse-page.ts";

/** A link to a repository or a pull request. */
export interface SubjectLink {
  readonly link: Element;
  readonly subject: Subject;
  /** Key of the subject, in lower case. */
  readonly key: string;
}

/** `/owner/repo` or `/owner/repo/pull/1`, as links contain them. */
const SUBJECT_PATH = /^\/([^/?#]+)\/([^/?#]+?)(?:\/pull\/([1-9]\d{0,8}))?\/?$/;

/** Returns the repository or pull request that a link leads to; undefined for links to their subpages. */
export function subjectOfLink(link: Element, { origin }: Pick<ParsedPage, "origin">): Subject | undefined {
  const href = link.getAttribute("href") ?? "";
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  // Pages have thousands of links; matching the text takes a tenth of the time of parsing URLs.
  const [, owner = "", repo = "", number] = SUBJECT_PATH.exec(path) ?? [];
  if (!isRepositoryName(owner, repo)) return undefined;
  return number === undefined ? { owner, repo } : { owner, repo, number: Number(number) };
}
