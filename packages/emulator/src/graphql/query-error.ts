/** Types of errors in responses to queries. */
export type QueryErrorType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "MISSING_PAGINATION_BOUNDARIES"
  | "EXCESSIVE_PAGINATION"
  | "INVALID_CURSOR_ARGUMENTS";

/** An error of one field, with the type that GitHub's clients look at. */
export class QueryError extends Error {
  override name = "QueryError" as const;
  readonly type: QueryErrorType;

  constructor(type: QueryErrorType, message: string) {
    super(message);
    this.type = type;
  }
}
