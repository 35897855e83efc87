import type { Paging } from "../../contract/definition.ts";
import { ResponseError } from "../../errors.ts";
import { withoutTrailingDot } from "../../internal/token-url.ts";
import { operationErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import type { ListContext } from "./pagination.ts";
import { redactorOf } from "./redactor-of.ts";

/** The error for a link to a next page that cannot be followed. */
export function nextPageError(
  list: ListContext,
  { parameter }: Paging,
  request: CallRequest,
  response: CallResponse,
  next: string | undefined = "",
): ResponseError {
  const { url: currentUrl } = request;
  const redact = redactorOf(response, request);
  const responseError = (problem: string) =>
    new ResponseError(problem, operationErrorContext(list.operation, list.dialect));
  const url = URL.canParse(next, currentUrl.href) ? withoutTrailingDot(new URL(next, currentUrl)) : undefined;
  if (!url) return responseError("The link to the next page is not a valid URL.");
  if (url.origin !== currentUrl.origin) {
    return responseError(
      `The next page is on ${redact(url.origin)}, but the token belongs to ${currentUrl.origin}. The request was not sent.`,
    );
  }
  const position = url.searchParams.get(parameter);
  return responseError(
    `The link to the next page does not advance: ${parameter}=${safePosition(position && redact(position))}.`,
  );
}

/** Positions are short and plain; anything else is not repeated in a message. */
function safePosition(position: string | null): string | null {
  return position === null || /^[\w-]{1,20}$/.test(position) ? position : "…";
}

/** The error for a page without a list. */
export function missingListError(list: ListContext, { items }: Paging): ResponseError {
  return new ResponseError(
    `The response contains no list${items === undefined ? "" : ` under ${items}`}.`,
    operationErrorContext(list.operation, list.dialect),
  );
}
