import * as z from "zod/mini";
import { IssueSearchResult } from "../objects/issue.ts";
import { RepositorySearchResult } from "../objects/repository.ts";
import { CodeSearchResult, CommitSearchResult, UserSearchResult } from "../objects/search-results.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { ALL_TOKENS, ANY_CALLER } from "../permission-access.ts";
import { extensibleEnum } from "../schema.ts";

/** A search by a query, whose results are sorted by their score unless `sort` is given. It returns at most 1,000. */
const search = <S extends z.ZodMiniType, const V extends readonly string[]>(item: S, ...sorts: V) => {
  const resultList = wrappedList(
    { items: z.array(item), incomplete_results: z.boolean() },
    { q: z.string(), sort: z.optional(z.enum(sorts)), order: z._default(z.enum(["desc", "asc"]), "desc") },
  );
  return {
    ...resultList,
    access: { tokens: ANY_CALLER, requirements: [] },
    pace: { resource: "search" },
    paging: { ...resultList.paging, truncated: { items: 1000, filters: ["q"] } },
  } as const;
};

/**
 * Searches issues and pull requests; returns at most 1,000 results.
 * @see https://docs.github.com/rest/search/search#search-issues-and-pull-requests
 */
export const searchIssues = operation("GET /search/issues", () => {
  const resultList = wrappedList(
    {
      items: z.array(IssueSearchResult.schema()),
      incomplete_results: z.boolean(),
      search_type: z.optional(extensibleEnum("lexical", "semantic", "hybrid")),
      lexical_fallback_reason: z.optional(
        z.array(
          extensibleEnum(
            "no_text_terms",
            "quoted_text",
            "non_issue_target",
            "or_boolean_not_supported",
            "no_accessible_repos",
            "server_error",
            "only_non_semantic_fields_requested",
            "service_unavailable",
          ),
        ),
      ),
    },
    {
      q: z.string(),
      sort: z.optional(
        z.enum([
          "comments",
          "reactions",
          "reactions-+1",
          "reactions--1",
          "reactions-smile",
          "reactions-thinking_face",
          "reactions-heart",
          "reactions-tada",
          "interactions",
          "created",
          "updated",
        ]),
      ),
      order: z._default(z.enum(["desc", "asc"]), "desc"),
      advanced_search: z.optional(z.string()),
      search_type: z.optional(z.enum(["semantic", "hybrid"])),
    },
  );
  return {
    ...resultList,
    otherStatuses: [304, 401, 403, 422, 503],
    access: { tokens: ANY_CALLER, requirements: [] },
    pace: { resource: "search" },
    paging: { ...resultList.paging, truncated: { items: 1000, filters: ["q"] } },
  };
});

/**
 * Searches files of default branches; returns at most 1,000 results. Sorting is being removed.
 * @see https://docs.github.com/rest/search/search#search-code
 */
export const searchCode = operation("GET /search/code", () => ({
  ...search(CodeSearchResult.schema(), "indexed"),
  otherStatuses: [304, 401, 403, 422, 503],
  access: { tokens: ALL_TOKENS, requirements: [] },
  pace: { resource: "code_search" },
}));

/**
 * Searches commits of default branches; returns at most 1,000 results.
 * @see https://docs.github.com/rest/search/search#search-commits
 */
export const searchCommits = operation("GET /search/commits", () => ({
  ...search(CommitSearchResult.schema(), "author-date", "committer-date"),
  otherStatuses: [304, 422],
}));

/**
 * Searches repositories; returns at most 1,000 results.
 * @see https://docs.github.com/rest/search/search#search-repositories
 */
export const searchRepositories = operation("GET /search/repositories", () => ({
  ...search(RepositorySearchResult.schema(), "stars", "forks", "help-wanted-issues", "updated"),
  otherStatuses: [304, 422, 503],
}));

/**
 * Searches users and organizations; returns at most 1,000 results.
 * @see https://docs.github.com/rest/search/search#search-users
 */
export const searchUsers = operation("GET /search/users", () => ({
  ...search(UserSearchResult.schema(), "followers", "repositories", "joined"),
  otherStatuses: [304, 422, 503],
}));
