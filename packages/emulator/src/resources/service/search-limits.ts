import { HttpError, invalid } from "../../http-error.ts";
import { InvalidQueryError } from "../../search/find-issues.ts";
import { UnknownUserError } from "../../search/qualifier-conditions.ts";
import type { PageRange } from "../../state/database.ts";

/** Maximum number of results that a search returns (GitHub's documentation). */
export const MAX_RESULTS = 1000;

/**
 * Returns the number of results on a page.
 * @throws HttpError 422 if the page is beyond the last result
 */
export function limitOf({ offset, limit }: PageRange): number {
  if (offset >= MAX_RESULTS) throw new HttpError(422, "Only the first 1000 search results are available");
  return Math.min(limit, MAX_RESULTS - offset);
}

/**
 * Converts errors of an invalid query.
 * @throws HttpError 422
 */
export function toValidationError<T>(runSearch: () => T): T {
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
