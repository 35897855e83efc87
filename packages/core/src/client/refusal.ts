import * as z from "zod/mini";
import { alternativesFor, missingNeeds, type Need } from "../contract/access.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { Incoming, Outgoing } from "./chain.ts";
import { type Caller, describeNeeds, readScopes } from "./credentials.ts";
import {
  AuthenticationError,
  ConflictError,
  type ErrorContext,
  type FieldError,
  type ForgeError,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ResponseError,
  ServiceError,
  sentences,
  unknownOutcome,
  ValidationError,
} from "./errors.ts";

/** Who asked, and in whose words to tell them. */
export interface About {
  readonly dialect: Dialect;
  readonly caller: Caller;
}

/** The body of every error, as far as it is known (public description: basic-error and validation-error). */
const ErrorBody = z.looseObject({
  message: z.optional(z.string()),
  documentation_url: z.optional(z.string()),
  errors: z.optional(
    z.array(
      z.union([
        z.string(),
        z.looseObject({
          field: z.optional(z.string()),
          code: z.optional(z.string()),
          message: z.optional(z.string()),
        }),
      ]),
    ),
  ),
});

/** Method and path of a call, without its query. */
export function callOf({ method, url }: Outgoing): string {
  return `${method} ${url.pathname}`;
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for an answer that is no JSON where JSON must be. */
export function notJson(request: Outgoing, answer: Incoming, text: string): ResponseError {
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "nothing";
  const isPage = type === "text/html" || /^\s*</.test(text);
  const { origin } = request.url;
  return new ResponseError(
    sentences(
      `${origin} answered ${answer.status} with ${isPage ? "a web page" : type}, not with JSON`,
      isPage
        ? `Is the base URL the API's root? A self-hosted forge has it at ${origin}/api/v3, github.com at https://api.github.com`
        : "The answer may have been cut off on its way",
    ),
    { call: callOf(request), route: request.operation.route, status: answer.status },
  );
}

/** The error that an answer stands for that is neither success nor absence. */
export async function refusal(request: Outgoing, answer: Incoming, about: About): Promise<ForgeError> {
  const { status, headers } = answer;
  const text = await answer.text();
  const at = { call: callOf(request), route: request.operation.route, status };
  // A browser hides a redirect it was told not to follow behind the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return new ResponseError(
      `The service sends this call elsewhere, and a token does not follow. Was the repository renamed or moved, or the base URL mistyped?`,
      at,
    );
  }
  const body = z.safeParse(ErrorBody, parseJson(text));
  if (!body.success) {
    return status >= 500
      ? new ServiceError(sentences(String(status), unknownOutcome(request.definition.retry)), at)
      : notJson(request, answer, text);
  }
  const { message = "", documentation_url, errors = [] } = body.data;
  const fields: FieldError[] = errors.map((error) =>
    typeof error === "string"
      ? { message: error }
      : {
          ...(error.field === undefined ? {} : { field: error.field }),
          ...(error.code === undefined ? {} : { code: error.code }),
          ...(error.message === undefined ? {} : { message: error.message }),
        },
  );
  const requestId = headers.get(about.dialect.headers.requestId);
  const context: ErrorContext = {
    ...at,
    ...(documentation_url === undefined ? {} : { documentationUrl: documentation_url }),
    ...(requestId === null ? {} : { requestId }),
  };
  const said = sentences(`${status} ${message}`.trim());
  const wait = retryTime(headers);
  const tooQuick = /rate limit|too quickly|abuse/i.test(message);
  if (
    status === 429 ||
    (wait && (status === 403 || status === 422)) ||
    (tooQuick && (status === 403 || status === 422))
  ) {
    const until = wait ? { until: wait } : {};
    return new RateLimitError(sentences(said, wait ? `Try again at ${wait.toISOString()}` : "Wait at least a minute"), {
      ...context,
      ...until,
    });
  }
  switch (status) {
    case 401:
      return new AuthenticationError(
        sentences(said, about.caller.token ? "The token is wrong, expired or revoked" : "This call needs a token"),
        context,
      );
    case 403: {
      const scopes = readScopes(about.caller, headers);
      const missing = scopes ? missingScopes(request, scopes) : neededBy(request, about.caller);
      const verb = scopes ? "The token lacks" : "This call takes";
      const advice = missing.length ? `${verb} ${describeNeeds(about.dialect, missing)}` : undefined;
      return new PermissionError(sentences(said, advice), { ...context, missing });
    }
    case 404: {
      const needs = neededBy(request, about.caller);
      const advice = needs.length
        ? `Either it isn't there, or this token may not see it (that takes ${describeNeeds(about.dialect, needs)})`
        : "Either it isn't there, or this token may not see it";
      return new NotFoundError(sentences(said, advice), context);
    }
    case 409:
      return new ConflictError(said, context);
    case 410:
      return new GoneError(said, context);
    case 422: {
      const details = fields
        .map((error) => [error.field, error.message ?? error.code].filter(Boolean).join(": "))
        .join("; ");
      return new ValidationError(sentences(said, details), { ...context, fields });
    }
    default:
      return status >= 500
        ? new ServiceError(sentences(said, unknownOutcome(request.definition.retry)), context)
        : new ResponseError(said, context);
  }
}

/** When the service says to come back (document 1 names no header; the public ones are used). */
function retryTime(headers: Headers): Date | undefined {
  const seconds = headers.get("retry-after");
  if (seconds !== null && /^\d+$/.test(seconds)) return new Date(Date.now() + Number(seconds) * 1000);
  const reset = headers.get("x-ratelimit-reset");
  if (headers.get("x-ratelimit-remaining") === "0" && reset !== null) return new Date(Number(reset) * 1000);
  return undefined;
}

/** What the contract asks of this kind of token. */
function neededBy(request: Outgoing, caller: Caller): readonly Need[] {
  if (caller.kind === undefined) return [];
  return alternativesFor(request.definition.access, caller.kind)[0] ?? [];
}

/** What a token with these scopes lacks. Whether the repository is private is not known here: the lesser need first. */
function missingScopes(request: Outgoing, scopes: readonly string[]): readonly Need[] {
  const missing = (isPrivate: boolean) =>
    missingNeeds(request.definition.access, { kind: "classic", scopes }, { private: isPrivate });
  const always = missing(false);
  return always.length ? always : missing(true);
}
