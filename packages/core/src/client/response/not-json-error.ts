import { joinSentences, unknownOutcomeAdvice } from "../../error-texts.ts";
import { ResponseError } from "../../errors.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { redactorOf } from "./redactor-of.ts";

/**
 * Warns that a write took effect, or may have, although its response cannot be read: repeating it would execute it
 * twice.
 * @param status undefined if it is unknown
 */
export function effectWarning({ definition: { retry } }: CallRequest, status: number | undefined): string | undefined {
  if (status === undefined || status >= 500) return unknownOutcomeAdvice(retry);
  return status >= 200 && status < 300 && retry !== "safe" ? "The write was executed anyway" : undefined;
}

/** The error for a response that should be JSON but is not. */
export function notJsonError(request: CallRequest, response: CallResponse): ResponseError {
  const redact = redactorOf(response, request);
  const { headers, text } = response;
  const mediaType = redact(headers.get("content-type")?.split(";")[0] ?? "");
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : "content of unknown type";
  const isPage = type === "text/html" || /^\s*</.test(text);
  const { origin } = request.url;
  return new ResponseError(
    joinSentences(
      `${origin} returned ${response.status} with ${isPage ? "a web page" : text === "" ? "an empty body" : type} instead of JSON`,
      effectWarning(request, response.status),
      isPage
        ? `Check the base URL: it is https://api.github.com for github.com, and ${origin}/api/v3 for GitHub Enterprise Server`
        : "The response may have been truncated",
    ),
    { ...callErrorContext(request), status: response.status },
  );
}
