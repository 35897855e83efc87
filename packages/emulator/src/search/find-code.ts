import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { isBinary } from "../git/patch.ts";
import { FILE_MODES, flattenTree } from "../git/tree.ts";
import type { PageRange, RowPage } from "../state/database.ts";
import { findObject } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { extensionOf, isInLanguage } from "./file-languages.ts";
import { isWithin } from "./find-commits.ts";
import { InvalidQueryError } from "./find-issues.ts";
import { type Qualifier, type SearchQuery, type SearchTerm, termsOf, wordsOf } from "./query.ts";
import { parseNumberRange } from "./ranges.ts";
import { matchesRepository, type RepositoryWithHead, searchableRepositories } from "./searchable-repositories.ts";
import { matchesTerm } from "./term-condition.ts";

// Search for files of default branches, as in GitHub's documentation of searching code.

/** Larger files are not searched, as documented by GitHub. */
const MAX_FILE_BYTES = 384 * 1024;

/** A file that a search found. */
export interface FoundFile {
  readonly repository: Repository;
  readonly commit: string;
  readonly path: string;
  readonly sha: string;
}

interface SearchedFile extends FoundFile {
  readonly name: string;
  readonly size: number;
  /** The content in lower case. */
  readonly content: string;
}

const QUALIFIERS: Readonly<Record<string, (qualifier: Qualifier, file: SearchedFile) => boolean>> = {
  filename: ({ value }, { name }) => name.toLowerCase().includes(value.toLowerCase()),
  extension: ({ value }, { name }) => extensionOf(name) === value.toLowerCase().replace(/^\./, ""),
  language: ({ value }, { name }) => isInLanguage(name, value),
  path: ({ value }, { path }) => {
    const folder = value.toLowerCase().replace(/^\/|\/$/g, "");
    return folder === "" ? !path.includes("/") : path.toLowerCase().startsWith(`${folder}/`);
  },
  size: ({ value }, { size }) => isWithin(size, parseNumberRange(value)),
  // Applies to the words of the query.
  in: () => true,
};

const REPOSITORY_QUALIFIERS = ["repo", "user", "org", "is", "fork"];

export const isCodeQualifier = (name: string) =>
  Object.hasOwn(QUALIFIERS, name) || REPOSITORY_QUALIFIERS.includes(name);

/** The sort order: by the number of matches, or by the time of the repository's last push. */
export interface CodeOrder {
  readonly sort: "indexed" | undefined;
  readonly direction: "asc" | "desc";
}

/**
 * Finds files that the caller can see.
 * @throws InvalidQueryError if the query has no words, or names repositories of which none is visible
 */
export function findCode(
  context: EmulatorContext,
  caller: Caller,
  query: SearchQuery,
  { sort, direction }: CodeOrder,
  { offset, limit }: PageRange,
): RowPage<FoundFile> {
  const words = wordsOf(query.term).map((word) => word.toLowerCase());
  if (words.length === 0) throw new InvalidQueryError("ERROR_TYPE_QUERY_PARSING_FATAL unable to parse query!");
  const { repositories, term } = searchableRepositories(context, caller, query.term);
  const fields = searchedFields(query.term);
  const found = repositories
    .flatMap((repository) => filesOf(context, repository))
    .filter((file) =>
      matchesTerm(term, (leaf) => {
        if (leaf.kind === "word") return fields.some((field) => textOf(file, field).includes(leaf.text.toLowerCase()));
        return QUALIFIERS[leaf.name]?.(leaf, file) ?? matchesRepository(context, file.repository, leaf) ?? false;
      }),
    );
  const rank = new Map(found.map((file) => [file, countMatches(file, words)]));
  const sign = direction === "asc" ? 1 : -1;
  const sorted = found.toSorted((a, b) =>
    sort === "indexed"
      ? sign * (a.repository.pushed_at.localeCompare(b.repository.pushed_at) || a.path.localeCompare(b.path))
      : (rank.get(b) ?? 0) - (rank.get(a) ?? 0),
  );
  return { rows: sorted.slice(offset, offset + limit), total: found.length };
}

type SearchedField = "file" | "path";

/** Returns the fields to search: those of `in:`, or the content. */
function searchedFields(term: SearchTerm): readonly SearchedField[] {
  const values = [...termsOf(term)].flatMap(({ term: found }) =>
    found.kind === "qualifier" && found.name === "in" ? found.values : [],
  );
  const fields = (["file", "path"] as const).filter((field) => values.includes(field));
  return fields.length > 0 ? fields : ["file"];
}

const textOf = ({ content, path }: SearchedFile, field: SearchedField) =>
  field === "file" ? content : path.toLowerCase();

function countMatches({ content }: SearchedFile, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + content.split(word).length - 1, 0);
}

/** Returns the text files of a repository by path. */
function filesOf({ db }: EmulatorContext, repository: RepositoryWithHead): readonly SearchedFile[] {
  const { id, head: commit } = repository;
  const store = { db, repositoryId: id };
  return db.memoize(`searched files ${id} ${commit}`, () =>
    [...flattenTree(store, readCommit(store, commit).tree)].flatMap(([path, { mode, sha }]): SearchedFile[] => {
      if (mode !== FILE_MODES.file && mode !== FILE_MODES.executable) return [];
      const blob = findObject(store, sha);
      if (!blob || blob.size > MAX_FILE_BYTES || isBinary(blob.content)) return [];
      const content = Buffer.from(blob.content).toString("utf8").toLowerCase();
      return [{ repository, commit, path, sha, name: path.slice(path.lastIndexOf("/") + 1), size: blob.size, content }];
    }),
  );
}
