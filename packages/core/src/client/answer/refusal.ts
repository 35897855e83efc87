import type { WireNames } from "../../dialect/dialect.ts";
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
} from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import { aboutCall } from "../about.ts";
import type { Explain } from "../access/missing-access.ts";
import type { Incoming, Outgoing } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { Caller } from "../credentials/token-source.ts";
import { notJson } from "./json-text.ts";
import { readRateLimit } from "./rate-limit.ts";
import { readRefusalBody } from "./refusal-body.ts";

/** What it takes to read refusals, beside them. */
export interface RefusalReader {
  readonly dialect: WireNames;
  readonly caller: Caller;
  readonly explain: Explain;
  readonly clock: Clock;
}

/** The error that an answer stands for that is neither success nor absence. */
export function refusal(request: Outgoing, answer: Incoming, reader: RefusalReader): ForgeError {
  const { status, headers, text } = answer;
  const { dialect, caller, explain, clock } = reader;
  const { about, route } = aboutCall(request);
  const at = { about: status === 0 ? about : `${about} ${status}`, route, status };
  if (status === 304 || (status >= 200 && status < 300)) {
    const expected = Object.keys(request.definition.success).join(" or ");
    return new ResponseError(`The answer is not what the contract says: ${expected} is expected.`, at);
  }
  // A browser hides a redirect it was told not to follow behind the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return new ResponseError(
      "The service sends this call elsewhere, and doesn't say where in a way that can be followed. Was the repository renamed or moved, or the base URL mistyped?",
      at,
    );
  }
  const body = readRefusalBody(parseJson(text), request, caller);
  // No body, or a proxy's page: the status says what it is, unless it is one that a wrong address answers with as well.
  const speaks = status >= 500 || status === 429 || text.trim() === "";
  if (!body && !speaks) return notJson(request, answer, text);
  const { message = "", documentationUrl, fields = [] } = body ?? {};
  const requestId = readRequestId(headers.get(dialect.headers.requestId));
  const context: ErrorContext = {
    ...at,
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    ...(requestId === null ? {} : { requestId }),
  };
  const reason = sentences(message || "The service gives no reason");
  const limit = readRateLimit(answer, clock.now());
  if (limit) {
    const until = limit.until === undefined ? undefined : new Date(limit.until);
    const advice = until ? `Try again at ${until.toISOString()}` : "Wait at least a minute";
    return new RateLimitError(sentences(reason, advice), { ...context, until });
  }
  const advice = adviceOn(request, fields);
  if (advice) return new ValidationError(sentences(reason, advice), { ...context, fields });
  switch (status) {
    case 401: {
      const advice = adviceOnToken(caller);
      return new AuthenticationError(sentences(reason, advice), context);
    }
    case 403: {
      const { missing, advice } = explain.forbidden(request, caller, headers);
      return new PermissionError(sentences(reason, advice), { ...context, missing });
    }
    case 404:
      return new NotFoundError(sentences(reason, explain.hidden(request, caller)), context);
    case 409:
      return new ConflictError(reason, context);
    case 410:
      return new GoneError(reason, context);
    case 422:
      return new ValidationError(sentences(reason, detailsOf(fields)), { ...context, fields });
    case 501:
      // Who can't do it has not done it.
      return new ServiceError(reason, { ...context, outcome: "none" });
    default:
      return status >= 500
        ? new ServiceError(sentences(reason, unknownOutcome(request.definition.retry)), context)
        : new ResponseError(reason, context);
  }
}

function adviceOnToken({ token, kind }: Caller): string {
  if (!token) return "This call needs a token";
  return kind === "app"
    ? "The app's id and its private key don't belong together, or the key was revoked"
    : "The token is wrong, expired or revoked";
}

/** What the contract says to do about one of these complaints. */
function adviceOn({ definition: { advice = {} } }: Outgoing, fields: readonly FieldError[]): string | undefined {
  return fields
    .map(({ code }) => (code !== undefined && Object.hasOwn(advice, code) ? advice[code] : undefined))
    .find(Boolean);
}

/** An id is short and plain; anything else may be something that was said to the service. */
function readRequestId(id: string | null): string | null {
  return id !== null && /^[\w:.-]{1,64}$/.test(id) ? id : null;
}

/** As many complaints as a message carries; the error has all of them. */
const MOST_DETAILS = 5;

/** Complaints in one line: `name: already_exists; and 2 more`. */
function detailsOf(fields: readonly FieldError[]): string {
  const details = fields
    .map((error) => [error.field, error.message ?? error.code].filter(Boolean).join(": "))
    .filter((detail) => detail !== "");
  const more = details.length > MOST_DETAILS ? [`and ${details.length - MOST_DETAILS} more`] : [];
  return [...details.slice(0, MOST_DETAILS), ...more].join("; ");
}
