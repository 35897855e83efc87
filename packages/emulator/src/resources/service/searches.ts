import { searchCode, searchCommits, searchRepositories, searchUsers } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type ApiCall, defineHandler } from "../../http/handler.ts";
import { HttpError } from "../../http-error.ts";
import { renderCommit } from "../../objects/commit.ts";
import { renderRepository, renderSimpleRepository } from "../../objects/repository.ts";
import { renderUser } from "../../objects/user.ts";
import { ACCOUNT_SORTS, EXACT_LOGIN_FIRST, findAccounts, isAccountQualifier } from "../../search/find-accounts.ts";
import { type FoundFile, findCode, isCodeQualifier } from "../../search/find-code.ts";
import { findCommits, isCommitQualifier } from "../../search/find-commits.ts";
import { parseSearchQuery } from "../../search/find-issues.ts";
import {
  findRepositories,
  isRepositoryQualifier,
  REPOSITORY_ORDERS,
  REPOSITORY_SORTS,
} from "../../search/find-repositories.ts";
import { type SearchQuery, type SearchTerm, termsOf } from "../../search/query.ts";
import { checkScopes } from "../../search/searchable-repositories.ts";
import type { PageRange, RowPage } from "../../state/database.ts";
import { fullNameOf } from "../../state/repositories.ts";
import { limitOf, MAX_RESULTS, toValidationError } from "./search-limits.ts";

// Searches other than that for issues. All results have the same score.

export const searches = [
  defineHandler(searchCode, ({ q, sort, order: direction = "desc" }, call) => {
    const { context, caller } = call;
    return runSearch(
      call,
      parseWith(q, isCodeQualifier),
      (query, range) => findCode(context, caller, query, { sort, direction }, range),
      (file) => renderFoundFile(context, file),
    );
  }),

  defineHandler(searchCommits, ({ q, sort, order: direction = "desc" }, call) => {
    const { context, caller } = call;
    return runSearch(
      call,
      parseWith(q, isCommitQualifier),
      (query, range) => findCommits(context, caller, query, { sort, direction }, range),
      ({ repository, sha }) => ({
        ...renderCommit(context, repository, { db: context.db, repositoryId: repository.id }, sha),
        repository: renderSimpleRepository(context, repository),
        score: 1,
      }),
    );
  }),

  defineHandler(searchRepositories, ({ q, sort, order = "desc" }, call) => {
    const { context, caller } = call;
    const expression = REPOSITORY_SORTS[sort ?? ""];
    const orderBy = expression === undefined ? REPOSITORY_ORDERS[""] : `${expression} ${order}, r.id ${order}`;
    return runSearch(
      call,
      parseWith(q, isRepositoryQualifier),
      ({ term }, range) => {
        checkScopes(context, caller, term);
        return findRepositories(context.db, caller, { term: withoutForks(term) }, orderBy, range);
      },
      (repository) => ({ ...renderRepository(context, repository, caller), score: 1 }),
    );
  }),

  defineHandler(searchUsers, ({ q, sort, order = "desc" }, call) => {
    const { context } = call;
    const expression = ACCOUNT_SORTS[sort ?? ""];
    const orderBy = expression === undefined ? EXACT_LOGIN_FIRST : `${expression} ${order}, a.id ${order}`;
    return runSearch(
      call,
      parseWith(q, isAccountQualifier),
      (query, range) => findAccounts(context.db, query, range, orderBy),
      (account) => ({ ...renderUser(context, account), score: 1 }),
    );
  }),
];

/** Excludes forks, unless the query has a qualifier for them. */
function withoutForks(term: SearchTerm): SearchTerm {
  const hasQualifier = [...termsOf(term)].some(
    ({ term: found }) => found.kind === "qualifier" && found.name === "fork",
  );
  const noForks = { kind: "qualifier", name: "fork", value: "false", values: ["false"] } as const;
  return hasQualifier ? term : { kind: "all", terms: [term, noForks] };
}

/**
 * Parses a query.
 * @throws HttpError 422 if it is missing or exceeds the limits
 */
function parseWith(q: string, isQualifier: (name: string) => boolean): SearchQuery {
  if (q.trim() === "") {
    throw new HttpError(422, "Validation Failed", [{ resource: "Search", field: "q", code: "missing" }]);
  }
  return toValidationError(() => parseSearchQuery(q, isQualifier));
}

/** Runs a search and renders the requested page of its results. */
function runSearch<R, T>(
  { page, links }: ApiCall,
  query: SearchQuery,
  find: (query: SearchQuery, range: PageRange) => RowPage<R>,
  render: (row: R) => T,
) {
  const limit = limitOf(page);
  const { rows, total } = toValidationError(() => find(query, { limit, offset: page.offset }));
  links.setTotal(Math.min(total, MAX_RESULTS));
  return { total_count: total, incomplete_results: false, items: rows.map(render) };
}

function renderFoundFile(context: EmulatorContext, { repository, commit, path, sha }: FoundFile) {
  const fullName = fullNameOf(context.db, repository);
  const url = `${context.apiUrl}/repos/${fullName}`;
  const encodedPath = path.split("/").map(encodeURIComponent).join("/");
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha,
    url: `${url}/contents/${encodedPath}?ref=${commit}`,
    git_url: `${url}/git/blobs/${sha}`,
    html_url: `${context.webUrl}/${fullName}/blob/${commit}/${encodedPath}`,
    repository: renderSimpleRepository(context, repository),
    score: 1,
  };
}
