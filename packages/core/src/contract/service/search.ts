import * as z from "zod/mini";
import { IssueSearchResult } from "../objects/issue.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { ANY_CALLER } from "../permission-access.ts";
import { extensibleEnum } from "../schema.ts";

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
