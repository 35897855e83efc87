import { searchIssues } from "@forgehand/core/operations";
import { handle } from "../../http/call.ts";
import { invalid, Refusal } from "../../http/refusal.ts";
import { renderFoundIssue } from "../../objects/issue.ts";
import { UnknownUser } from "../../search/conditions.ts";
import { findIssues, readQuery, WrongQuery, wordsOf } from "../../search/find-issues.ts";
import type { Query } from "../../search/query.ts";
import { getRepository } from "../../state/repositories.ts";

/** A search leads no further (public description: at most 1,000 results). */
const REACH = 1000;

export const search = [
  handle(searchIssues, ({ q, sort, order = "desc", search_type }, { world, caller, window, links }) => {
    if (window.offset >= REACH) throw new Refusal(422, "Only the first 1000 search results are available");
    const limit = Math.min(window.limit, REACH - window.offset);
    const { query, rows, total } = answering(() => {
      const read = readQuery(q);
      return { query: read, ...findIssues(world, caller, read, { by: sort, direction: order }, { ...window, limit }) };
    });
    links.total(Math.min(total, REACH));
    return {
      total_count: total,
      incomplete_results: false,
      items: rows.flatMap(({ score, ...issue }) => {
        const repository = getRepository(world.db, issue.repository_id);
        return repository ? [renderFoundIssue(world, repository, issue, caller, score)] : [];
      }),
      search_type: "lexical",
      // Meaning is beyond this service: it says why it went by the words.
      ...(search_type === undefined ? {} : { lexical_fallback_reason: [fallbackOf(q, query)] }),
    };
  }),
];

/** @throws Refusal 422 on a query that can't be answered */
function answering<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof WrongQuery) throw invalid("q", error.message);
    if (error instanceof UnknownUser) {
      throw invalid(
        "q",
        "The listed users cannot be searched either because the users do not exist or you do not have permission to view the users.",
      );
    }
    throw error;
  }
}

function fallbackOf(q: string, { term, operators }: Query) {
  if (wordsOf(term).length === 0) return "no_text_terms";
  if (q.includes('"')) return "quoted_text";
  return operators > 0 ? "or_boolean_not_supported" : "service_unavailable";
}
