import type { WireNames } from "../../dialect/dialect.ts";
import { joinSentences, unknownOutcomeAdvice } from "../../error-texts.ts";
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
  ValidationError,
} from "../../errors.ts";
import type { AccessAdvisor } from "../access/access-advisor.ts";
import type { Clock } from "../clock.ts";
import type { Caller } from "../credentials/token-source.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { readErrorBody } from "./error-body.ts";
import { errorJson } from "./error-json.ts";
import { notJsonError } from "./not-json-error.ts";
import { parseRateLimitRejection } from "./rate-limit.ts";
import { redactorOf } from "./redactor-of.ts";
import { readRequestId } from "./request-id.ts";

/** Context for describing error responses. */
export interface ErrorResponseContext {
  readonly dialect: WireNames;
  readonly caller: Caller;
  /** Loads the advice on missing access; undefined if there is none. */
  readonly loadAdvisor: LoadAdvisor | undefined;
  readonly clock: Clock;
}

/** Loads the advice on missing access; undefined if it can't be loaded. */
export type LoadAdvisor = (signal: AbortSignal | undefined) => Promise<AccessAdvisor | undefined>;

/** Converts a response that is neither a success nor shows a documented absence into an error. */
export async function errorFromResponse(
  request: CallRequest,
  response: CallResponse,
  responseContext: ErrorResponseContext,
): Promise<ForgeError> {
  const redact = redactorOf(response, request);
  const { status, headers, text } = response;
  const { dialect, caller, loadAdvisor, clock } = responseContext;
  const { messagePrefix, route } = callErrorContext(request);
  const baseContext = { messagePrefix: status === 0 ? messagePrefix : `${messagePrefix} ${status}`, route, status };
  if (status === 304 || (status >= 200 && status < 300)) {
    const expected = Object.keys(request.definition.success).join(" or ");
    return new ResponseError(`The response status must be ${expected}.`, baseContext);
  }
  // Browsers report a redirect that is not followed with status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return new ResponseError(
      "The service redirects this call to a location that cannot be followed. Was the repository renamed or moved, or is the base URL wrong?",
      baseContext,
    );
  }
  const body = readErrorBody(errorJson(response), redact);
  // Without a JSON body, trust the status only if a wrong base URL would not produce it as well.
  const isPlausible = status >= 500 || status === 429 || text.trim() === "";
  if (!body && !isPlausible) return notJsonError(request, response);
  const { message = "", documentationUrl, fields = [], omittedFields = 0 } = body ?? {};
  const requestId = readRequestId(headers, dialect, redact);
  const context: ErrorContext = {
    ...baseContext,
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  const reason = joinSentences(message || "The service gave no reason");
  const limit = parseRateLimitRejection(response, clock.now());
  if (limit) {
    const until = limit.wait === undefined ? undefined : new Date(clock.now() + limit.wait);
    const advice = until ? `Try again at ${until.toISOString()}` : "Wait at least a minute";
    return new RateLimitError(joinSentences(reason, advice), { ...context, until });
  }
  const advice = contractAdvice(request, fields);
  if (advice) return new ValidationError(joinSentences(reason, advice), { ...context, fields });
  // A documented absence is an error only if the token lacks the scopes to see the resource.
  const kind = request.definition.absent?.[status] === undefined ? status : 403;
  const isAboutAccess = kind === 403 || kind === 404 || (kind === 401 && caller.kind === "app");
  const advisor = isAboutAccess ? await loadAdvisor?.(request.signal) : undefined;
  switch (kind) {
    case 401: {
      const advice = tokenAdvice(caller, message, advisor);
      return new AuthenticationError(joinSentences(reason, advice), context);
    }
    case 403: {
      const { missing, advice } = advisor?.forbidden(request, caller, response) ?? {};
      return new PermissionError(joinSentences(reason, advice), { ...context, ...(missing && { missing }) });
    }
    case 404:
      return new NotFoundError(joinSentences(reason, advisor?.notFound(request, caller)), context);
    case 409:
      return new ConflictError(reason, context);
    case 410:
      return new GoneError(reason, context);
    case 422:
      return new ValidationError(joinSentences(reason, formatDetails(fields, omittedFields)), { ...context, fields });
    case 501:
      // Not implemented, so not executed.
      return new ServiceError(reason, { ...context, outcome: "none" });
    default:
      return status >= 500
        ? new ServiceError(joinSentences(reason, unknownOutcomeAdvice(request.definition.retry)), context)
        : new ResponseError(reason, context);
  }
}

function tokenAdvice({ kind }: Caller, message: string, advisor: AccessAdvisor | undefined): string | undefined {
  if (kind === "anonymous") return "This call requires a token";
  return kind === "app" ? advisor?.rejectedApp(message) : "The token is wrong, expired or revoked";
}

/** The contract's advice for one of these error codes. */
function contractAdvice(
  { definition: { advice = {} } }: CallRequest,
  fields: readonly FieldError[],
): string | undefined {
  return fields
    .map(({ code }) => (code !== undefined && Object.hasOwn(advice, code) ? advice[code] : undefined))
    .find(Boolean);
}

/** Maximum number of details in a message. */
const MAX_DETAILS = 5;

/**
 * Field errors on one line: `name: already_exists; and 2 more`.
 * @param omitted number of further errors
 */
function formatDetails(fields: readonly FieldError[], omitted: number): string {
  const details = fields
    .map((error) => [error.field, error.message ?? error.code].filter(Boolean).join(": "))
    .filter((detail) => detail !== "");
  const count = details.length + omitted;
  const more = count > MAX_DETAILS ? [`and ${count - MAX_DETAILS} more`] : [];
  return [...details.slice(0, MAX_DETAILS), ...more].join("; ");
}
