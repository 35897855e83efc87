import * as z from "zod/mini";
import type { Need } from "../contract/access.ts";
import { alternativesFor, missingNeeds } from "../contract/missing-needs.ts";
import { once } from "../contract/once.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { Caller } from "./caller.ts";
import type { Incoming, Outgoing } from "./chain.ts";
import { describeNeeds, readScopes } from "./credentials.ts";
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
export interface Asker {
  readonly dialect: Dialect;
  readonly caller: Caller;
}

const AnyObject = /* @__PURE__ */ once(() => z.looseObject({}));

/** The fields of what an error's body says (public description); undefined where it is no object. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = z.safeParse(AnyObject(), value);
  return parsed.success ? parsed.data : undefined;
}

/** A part of another shape counts as absent. */
function wordsOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

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
      `${origin} answered ${answer.status} with ${isPage ? "a web page" : text === "" ? "nothing" : type}, not with JSON`,
      isPage
        ? `Is the base URL the API's root? A self-hosted forge has it at ${origin}/api/v3, github.com at https://api.github.com`
        : "The answer may have been cut off on its way",
    ),
    { about: `${callOf(request)}:`, route: request.operation.route, status: answer.status },
  );
}

/** The error that an answer stands for that is neither success nor absence. */
export async function refusal(request: Outgoing, answer: Incoming, asker: Asker): Promise<ForgeError> {
  const { status, headers } = answer;
  const text = await answer.text();
  const at = {
    about: `${callOf(request)}:${status === 0 ? "" : ` ${status}`}`,
    route: request.operation.route,
    status,
  };
  if (status === 304 || (status >= 200 && status < 300)) {
    const expected = Object.keys(request.definition.success).join(" or ");
    return new ResponseError(`The answer is not what the contract says: ${expected} is expected.`, at);
  }
  // A browser hides a redirect it was told not to follow behind the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return new ResponseError(
      "The service sends this call elsewhere, and a token does not follow. Was the repository renamed or moved, or the base URL mistyped?",
      at,
    );
  }
  const body = fieldsOf(parseJson(text));
  // No body, or a proxy's page: the status says what it is, unless it is one that a wrong address answers with as well.
  const speaks = status >= 500 || status === 429 || text.trim() === "";
  if (!body && !speaks) return notJson(request, answer, text);
  const said = (value: unknown) => {
    const words = wordsOf(value);
    return words === undefined ? undefined : quote(words, request, asker.caller);
  };
  const message = said(body?.["message"]) ?? "";
  const documentationUrl = said(body?.["documentation_url"]);
  const errors: unknown = body?.["errors"];
  const fields = (Array.isArray(errors) ? errors : []).map((error: unknown): FieldError => {
    const complaint = fieldsOf(error);
    if (!complaint) return { message: said(error) };
    return {
      field: said(complaint["field"]),
      code: said(complaint["code"]),
      message: said(complaint["message"]),
    };
  });
  const requestId = headers.get(asker.dialect.headers.requestId);
  const context: ErrorContext = {
    ...at,
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    ...(requestId === null ? {} : { requestId }),
  };
  const reason = sentences(message || "The service gives no reason");
  const wait = retryTime(headers, message);
  if (status === 429 || ((status === 403 || status === 422) && (wait || TOO_QUICK.test(message)))) {
    const advice = wait ? `Try again at ${wait.toISOString()}` : "Wait at least a minute";
    return new RateLimitError(sentences(reason, advice), { ...context, until: wait });
  }
  switch (status) {
    case 401:
      return new AuthenticationError(
        sentences(reason, asker.caller.token ? "The token is wrong, expired or revoked" : "This call needs a token"),
        context,
      );
    case 403: {
      const scopes = readScopes(asker.dialect, asker.caller, headers);
      const missing = scopes ? missingScopes(request, scopes) : neededBy(request, asker.caller);
      const verb = scopes ? "The token lacks" : "This call takes";
      const advice = missing.length ? `${verb} ${describeNeeds(asker.dialect, missing)}` : undefined;
      return new PermissionError(sentences(reason, advice, builtInAdvice(request, asker.caller)), {
        ...context,
        missing,
      });
    }
    case 404: {
      const needs = neededBy(request, asker.caller);
      const advice = needs.length
        ? `Either it isn't there, or this token may not see it (that takes ${describeNeeds(asker.dialect, needs)})`
        : "Either it isn't there, or this token may not see it";
      return new NotFoundError(sentences(reason, advice), context);
    }
    case 409:
      return new ConflictError(reason, context);
    case 410:
      return new GoneError(reason, context);
    case 422: {
      const details = fields
        .map((error) => [error.field, error.message ?? error.code].filter(Boolean).join(": "))
        .filter((detail) => detail !== "");
      const more = details.length > MOST_DETAILS ? [`and ${details.length - MOST_DETAILS} more`] : [];
      return new ValidationError(sentences(reason, [...details.slice(0, MOST_DETAILS), ...more].join("; ")), {
        ...context,
        fields,
      });
    }
    default:
      return status >= 500
        ? new ServiceError(sentences(reason, unknownOutcome(request.definition.retry)), context)
        : new ResponseError(reason, context);
  }
}

/** How messages say that it was too much at once; a 422 that says so is no complaint about values. */
const TOO_QUICK = /rate limit|too quickly|abuse/i;

/** The longest wait that is believed: a day. */
const LONGEST_WAIT = 86_400;

/** When the service says to come back (document 1 names no header; the public ones are used). */
function retryTime(headers: Headers, message: string): Date | undefined {
  const now = Math.floor(Date.now() / 1000);
  const after = secondsIn(headers, "retry-after");
  // A quota that is used up is on the last good answer too: it is the reason only where the message says so.
  const spent = headers.get("x-ratelimit-remaining") === "0" && TOO_QUICK.test(message);
  const reset = spent ? secondsIn(headers, "x-ratelimit-reset") : undefined;
  const wait = after ?? (reset === undefined ? undefined : Math.max(0, reset - now));
  return wait === undefined || wait > LONGEST_WAIT ? undefined : new Date((now + wait) * 1000);
}

function secondsIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}

/** As many complaints as a message carries; the error has all of them. */
const MOST_DETAILS = 5;

/** As much of a service's own words as a message carries. */
const LONGEST_QUOTE = 500;

/** A service's own words in one line, cut to a length, and without the token or a secret, should it repeat one. */
function quote(words: string, { sensitive }: Outgoing, { token }: Caller): string {
  const plain = words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  // A secret of a letter or two would garble every word, and is none.
  const secrets = [...sensitive, ...(token === undefined ? [] : [token])].filter(({ length }) => length > 3);
  const silent = secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), plain);
  return silent.length > LONGEST_QUOTE ? `${silent.slice(0, LONGEST_QUOTE)}…` : silent;
}

/** What the contract asks of this kind of token. */
function neededBy(request: Outgoing, caller: Caller): readonly Need[] {
  if (caller.kind === undefined) return [];
  return alternativesFor(request.definition.access, caller.kind)[0] ?? [];
}

/** A workflow's built-in token has the prefix of an installation's, and may be what was given. */
function builtInAdvice({ definition }: Outgoing, { kind }: Caller): string | undefined {
  if (kind !== "installation" && kind !== "workflow") return undefined;
  if (definition.access.tokens.includes("workflow")) return undefined;
  return "A workflow's built-in token can't do this at all";
}

/** What a token with these scopes lacks. Whether the repository is private is not known here: the lesser need first. */
function missingScopes(request: Outgoing, scopes: readonly string[]): readonly Need[] {
  const target = (isPrivate: boolean) => ({
    private: isPrivate,
    ...(request.file === undefined ? {} : { path: request.file }),
  });
  const missing = (isPrivate: boolean) =>
    missingNeeds(request.definition.access, { kind: "classic", scopes }, target(isPrivate));
  const always = missing(false);
  return always.length ? always : missing(true);
}
