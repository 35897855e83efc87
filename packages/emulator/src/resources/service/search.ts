import { searchIssues } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { renderFoundIssue } from "../../objects/issue.ts";
import { findIssues, parseSearchQuery } from "../../search/find-issues.ts";
import { type SearchQuery, wordsOf } from "../../search/query.ts";
import { getRepository } from "../../state/repositories.ts";
import { limitOf, MAX_RESULTS, toValidationError } from "./search-limits.ts";

export const search = [
  defineHandler(searchIssues, ({ q, sort, order = "desc", search_type }, { context, caller, page, links }) => {
    const limit = limitOf(page);
    const { query, rows, total } = toValidationError(() => {
      const parsedQuery = parseSearchQuery(q);
      return {
        query: parsedQuery,
        ...findIssues(context, caller, parsedQuery, { by: sort, direction: order }, { ...page, limit }),
      };
    });
    links.setTotal(Math.min(total, MAX_RESULTS));
    return {
      total_count: total,
      incomplete_results: false,
      items: rows.flatMap(({ score, ...issue }) => {
        const repository = getRepository(context.db, issue.repository_id);
        return repository ? [renderFoundIssue(context, repository, issue, caller, score)] : [];
      }),
      search_type: "lexical",
      // Semantic search is not supported, so the response gives the reason for the lexical search.
      ...(search_type === undefined ? {} : { lexical_fallback_reason: [fallbackReason(q, query)] }),
    };
  }),
];

function fallbackReason(q: string, { term, operators }: SearchQuery) {
  if (wordsOf(term).length === 0) return "no_text_terms";
  if (q.includes('"')) return "quoted_text";
  return operators > 0 ? "or_boolean_not_supported" : "service_unavailable";
}
