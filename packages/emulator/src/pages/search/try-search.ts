import { InvalidQueryError } from "../../search/find-issues.ts";
import { UnknownUserError } from "../../search/qualifier-conditions.ts";

/** Maximum length of a query. */
const MAX_QUERY_LENGTH = 1000;

/** Runs a search. Returns its result, or the reason why the query is invalid. */
export function trySearch<T extends object>(text: string, search: () => T): T | { readonly problem: string } {
  if (text.length > MAX_QUERY_LENGTH) return { problem: `A search has at most ${MAX_QUERY_LENGTH} characters.` };
  try {
    return search();
  } catch (error) {
    if (error instanceof InvalidQueryError) return { problem: error.message };
    if (error instanceof UnknownUserError) return { problem: `There is no user called ${error.message} here.` };
    throw error;
  }
}
