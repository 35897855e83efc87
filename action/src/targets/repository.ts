/** A repository as it is named: owner/name. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** Repositories by name: `acme/widgets`, `acme/service-*`; with `!` in front those that are left out. */
export interface RepositoryPattern extends Repository {
  readonly excludes: boolean;
}

const PATTERN = /^(!?)([\w-]+)\/(?!\.{1,2}$)([\w.*?-]+)$/;

/** @returns undefined for what names no repository */
export function readPattern(text: string): RepositoryPattern | undefined {
  const [, mark, owner = "", repo = ""] = PATTERN.exec(text) ?? [];
  return mark === undefined ? undefined : { owner, repo, excludes: mark === "!" };
}

/** Is it a pattern that may stand for several, or none? */
export function isWild({ repo }: Repository): boolean {
  return /[*?]/.test(repo);
}

export function nameOf({ owner, repo }: Repository): string {
  return `${owner}/${repo}`;
}

/** Names are the same in any case of their letters. */
export function isSameRepository(a: Repository, b: Repository): boolean {
  return nameOf(a).toLowerCase() === nameOf(b).toLowerCase();
}
