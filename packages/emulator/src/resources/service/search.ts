import { searchIssues } from "@forgehand/core/operations";
import { defineHandler } from "../../http/handler.ts";
import { HttpError, invalid } from "../../http-error.ts";
import { renderFoundIssue } from "../../objects/issue.ts";
import { findIssues, InvalidQueryError, parseSearchQuery, wordsOf } from "../../search/find-issues.ts";
import { UnknownUserError } from "../../search/qualifier-conditions.ts";
import type { SearchQuery } from "../../search/query.ts";
import { getRepository } from "../../state/repositories.ts";

/** Maximum number of results that a search returns (GitHub's documentation). */
const MAX_RESULTS = 1000;

export const search = [
  defineHandler(searchIssues, ({ q, sort, order = "desc", search_type }, { context, caller, page, links }) => {
    if (page.offset >= MAX_RESULTS) throw new HttpError(422, "Only the first 1000 search results are available");
    const limit = Math.min(page.limit, MAX_RESULTS - page.offset);
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

/**
 * Converts errors of an invalid query.
 * @throws HttpError 422
 */
function toValidationError<T>(runSearch: () => T): T {
  try {
    return runSearch();
  } catch (error) {
    if (error instanceof InvalidQueryError) throw invalid("q", error.message);
    if (error instanceof UnknownUserError) {
      throw invalid(
        "q",
        "The listed users cannot be searched either because the users do not exist or you do not have permission to view the users.",
      );
    }
    throw error;
  }
}

function fallbackReason(q: string, { term, operators }: SearchQuery) {
  if (wordsOf(term).length === 0) return "no_text_terms";
  if (q.includes('"')) return "quoted_text";
  return operators > 0 ? "or_boolean_not_supported" : "service_unavailable";
}
