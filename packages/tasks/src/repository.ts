/** A repository by owner and name. */
export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}

/** A pattern such as `acme/widgets` or `acme/service-*`, with wildcards in both parts; a leading `!` excludes matches. */
export interface RepositoryPattern extends RepositoryRef {
  readonly excludes: boolean;
}

const PATTERN = /^(!?)([\w*?-]+)\/(?!\.{1,2}$)([\w.*?-]+)$/;

/** @returns undefined if the text is not a repository or pattern */
export function parseRepositoryPattern(text: string): RepositoryPattern | undefined {
  const [, mark, owner = "", repo = ""] = PATTERN.exec(text) ?? [];
  return mark === undefined ? undefined : { owner, repo, excludes: mark === "!" };
}

/** Returns true if the owner or the repository's name contains wildcards. */
export function hasWildcard({ owner, repo }: RepositoryRef): boolean {
  return isWildcardText(owner) || isWildcardText(repo);
}

export function isWildcardText(text: string): boolean {
  return /[*?]/.test(text);
}

export function fullName({ owner, repo }: RepositoryRef): string {
  return `${owner}/${repo}`;
}

/** Names are case-insensitive. */
export function isSameRepository(a: RepositoryRef, b: RepositoryRef): boolean {
  return fullName(a).toLowerCase() === fullName(b).toLowerCase();
}
