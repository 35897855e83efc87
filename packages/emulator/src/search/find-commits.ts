import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { type Commit, readCommit } from "../git/commit.ts";
import { commitsSince } from "../git/history.ts";
import { type Signature, signatureTime } from "../git/signature.ts";
import type { ValueRange } from "../state/condition.ts";
import type { PageRange, RowPage } from "../state/database.ts";
import { findSigner } from "../state/email-addresses.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import type { Qualifier, SearchQuery } from "./query.ts";
import { parseTimeRange } from "./ranges.ts";
import { matchesRepository, type RepositoryWithHead, searchableRepositories } from "./searchable-repositories.ts";
import { matchesTerm } from "./term-condition.ts";

// Search for commits of default branches, as in GitHub's documentation of searching commits.

/** A commit that a search found. */
export interface FoundCommit {
  readonly repository: Repository;
  readonly sha: string;
  readonly commit: Commit;
}

type CommitQualifier = (qualifier: Qualifier, found: FoundCommit, context: EmulatorContext) => boolean;
type Role = "author" | "committer";

const isEqual = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

export function isWithin<T extends string | number>(value: T, range: ValueRange<T> | undefined): boolean {
  if (!range) return false;
  return (range.from === undefined || value >= range.from) && (range.until === undefined || value < range.until);
}

/** Returns the time of a signature in the form of stored timestamps. */
const timeOf = (signature: Signature) => timestamp(new Date(signatureTime(signature)));

const signedBy =
  (role: Role): CommitQualifier =>
  ({ value }, { commit }, { db }) =>
    isEqual(findSigner(db, commit[role].email)?.login ?? "", value.replace(/^@/, ""));
const signedWith =
  (role: Role, field: "name" | "email"): CommitQualifier =>
  ({ value }, { commit }) =>
    contains(commit[role][field], value);
const signedAt =
  (role: Role): CommitQualifier =>
  ({ value }, { commit }) =>
    isWithin(timeOf(commit[role]), parseTimeRange(value));

const QUALIFIERS: Readonly<Record<string, CommitQualifier>> = {
  author: signedBy("author"),
  committer: signedBy("committer"),
  "author-name": signedWith("author", "name"),
  "committer-name": signedWith("committer", "name"),
  "author-email": signedWith("author", "email"),
  "committer-email": signedWith("committer", "email"),
  "author-date": signedAt("author"),
  "committer-date": signedAt("committer"),
  merge: ({ value }, { commit }) => commit.parents.length > 1 === (value === "true"),
  hash: ({ value }, { sha }) => sha.startsWith(value.toLowerCase()),
  parent: ({ value }, { commit }) => commit.parents.some((parent) => parent.startsWith(value.toLowerCase())),
  tree: ({ value }, { commit }) => commit.tree.startsWith(value.toLowerCase()),
};

const REPOSITORY_QUALIFIERS = ["repo", "user", "org", "is", "fork"];

export const isCommitQualifier = (name: string) =>
  Object.hasOwn(QUALIFIERS, name) || REPOSITORY_QUALIFIERS.includes(name);

/** The sort order; the newest first by default. */
export interface CommitOrder {
  readonly sort: "author-date" | "committer-date" | undefined;
  readonly direction: "asc" | "desc";
}

/**
 * Finds commits of default branches that the caller can see.
 * @throws InvalidQueryError if the query names repositories, and none of them is visible
 */
export function findCommits(
  context: EmulatorContext,
  caller: Caller,
  query: SearchQuery,
  { sort, direction }: CommitOrder,
  { offset, limit }: PageRange,
): RowPage<FoundCommit> {
  const { repositories, term } = searchableRepositories(context, caller, query.term);
  const found = repositories
    .flatMap((repository) => commitsOf(context, repository))
    .filter((commit) =>
      matchesTerm(term, (leaf) => {
        if (leaf.kind === "word") return contains(commit.commit.message, leaf.text) || isEqual(commit.sha, leaf.text);
        return (
          QUALIFIERS[leaf.name]?.(leaf, commit, context) ?? matchesRepository(context, commit.repository, leaf) ?? false
        );
      }),
    );
  const role = sort === "author-date" ? "author" : "committer";
  const sign = sort !== undefined && direction === "asc" ? 1 : -1;
  const sorted = found.toSorted((a, b) => sign * (a.commit[role].seconds - b.commit[role].seconds));
  return { rows: sorted.slice(offset, offset + limit), total: found.length };
}

function commitsOf({ db }: EmulatorContext, repository: RepositoryWithHead): readonly FoundCommit[] {
  const store = { db, repositoryId: repository.id };
  return db.memoize(`commits of ${repository.id} ${repository.head}`, () =>
    commitsSince(store, undefined, repository.head).map((sha) => ({ repository, sha, commit: readCommit(store, sha) })),
  );
}
