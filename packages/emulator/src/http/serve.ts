import type { IncomingMessage } from "node:http";
import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { HttpError, notFound } from "../http-error.ts";
import { fullNameOf, repositoryOf } from "../state/repositories.ts";
import { type ApiResponse, createResponse, errorResponse } from "./api-response.ts";
import type { CallIdentity } from "./authenticate.ts";
import { accessHeaders, authorize, checkEdition, checkRetired, checkVersion } from "./authorize.ts";
import { hasBody, readBody } from "./body.ts";
import { createConditional } from "./conditional.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { createExistenceCheck } from "./existence-check.ts";
import type { Handler } from "./handler.ts";
import { readInput } from "./input.ts";
import { type LimitedCall, startLimitedCall } from "./limited-call.ts";
import { acceptedMedia } from "./media.ts";
import { createPageLinks, readWindow } from "./paging.ts";
import { Reply } from "./reply.ts";
import type { RequestTarget } from "./request-target.ts";
import type { HeaderList } from "./responder.ts";
import { notifyObservers } from "./response-observers.ts";
import { type ApiRoute, defaultWeight } from "./route.ts";

/** A request matched to its route. */
export interface RoutedRequest extends Pick<RequestTarget, "path" | "search"> {
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** Route of the matched operation. */
  readonly route: ApiRoute | undefined;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether to ignore conditional headers, because a fault alters the response. */
  readonly isFullResponse: boolean;
  /** The body once it has been read: its text, or its size in bytes (NaN if unknown) if it is too large. */
  body: string | number | undefined;
}

/** The response to a request. */
export interface ServedResponse {
  readonly sent: ApiResponse;
  /** Headers specific to the caller. */
  readonly headers: HeaderList;
}

export type Serve = (request: RoutedRequest, identity: CallIdentity) => Promise<ServedResponse>;

/** Shared by calls without a query; never modified. */
const NO_QUERY = new URLSearchParams();

/** Creates the function that serves every call: rate limits, authorization, then the handler. It never throws. */
export function createServe(context: EmulatorContext, handlers: readonly Handler[]): Serve {
  const isMissing = createExistenceCheck(handlers);
  const conditional = createConditional(context);
  const versionHeader = context.dialect.headers.apiVersion.toLowerCase();

  async function runHandler(
    request: RoutedRequest,
    route: ApiRoute,
    caller: Caller,
    limitedCall: LimitedCall,
    headers: HeaderList,
  ): Promise<ApiResponse> {
    const { incoming, params, path, search } = request;
    const { operation, definition, handler } = route;
    const resources = authorize(context, operation, caller, params);
    const query = search === "" ? NO_QUERY : new URLSearchParams(search);
    const isRead = operation.method === "GET";
    const body = !isRead && hasBody(incoming) ? await readBody(incoming, route.maxBodySize) : "";
    if (body !== "") request.body = body;
    const page = readWindow(definition.paging, query);
    const links = createPageLinks(definition.paging, page);
    const media = acceptedMedia(context.dialect, definition, incoming.headers.accept ?? null);
    const call = { context, caller, ...resources, page, links, media, rateLimits: limitedCall.rateLimits };
    let input: ReturnType<typeof readInput>;
    try {
      input = readInput(context, operation, params, query, body);
    } catch (error) {
      throw (await isMissing(operation, params, call)) ? notFound() : error;
    }
    // The input was validated against this operation's contract.
    const invoke = () => handler.respond(input as never, call);
    // The state change and its webhook events are committed together or not at all.
    const pendingResult = isRead ? invoke() : context.db.transaction(invoke);
    const result = pendingResult instanceof Promise ? await pendingResult : pendingResult;
    const sent = createResponse(context, operation, result, media);
    notifyObservers({ operation, dialect: context.dialect, media, sent });
    const link = links.toHeader(`${context.webUrl}${path}${search}`);
    if (link !== undefined) headers.push("link", link);
    if (!isRead) return sent;
    const conditionHeaders = request.isFullResponse
      ? { authorization: incoming.headers.authorization }
      : incoming.headers;
    return conditional(sent, result instanceof Reply ? result.output : result, conditionHeaders, headers);
  }

  function createErrorResponse(request: RoutedRequest, error: unknown): ApiResponse {
    const { status, message, errors, headers, extraFields } = resolveRedirect(
      context,
      request,
      toHttpError(error, request),
    );
    const sent = errorResponse(context, status, message, errors, headers, extraFields);
    if (request.route)
      notifyObservers({ operation: request.route.operation, dialect: context.dialect, media: undefined, sent });
    return sent;
  }

  return async (request, { caller, authError }) => {
    const { incoming, route } = request;
    const weight = route?.weight ?? defaultWeight(request.method);
    const limitedCall = startLimitedCall(context, caller, () => incoming.socket.remoteAddress ?? "", weight);
    const headers: HeaderList = [];
    let sent: ApiResponse;
    try {
      if (limitedCall.rejection) throw limitedCall.rejection;
      if (!route) throw authError ?? notFound();
      checkEdition(context, route.operation);
      checkVersion(incoming.headers[versionHeader]?.toString());
      checkRetired(context, route.operation);
      if (authError) throw authError;
      sent = await runHandler(request, route, caller, limitedCall, headers);
    } catch (error) {
      sent = createErrorResponse(request, error);
    }
    limitedCall.finish({ notModified: sent.status === 304 });
    if (route?.definition.deprecated) headers.push(...deprecationHeaders(context, route.definition.deprecated));
    if (caller !== ANONYMOUS) headers.push(...accessHeaders(context, route?.operation, caller));
    headers.push(...limitedCall.headers());
    return { sent, headers };
  };
}

/** Converts an error to an HTTP error. Unexpected errors are logged and become a 500. */
function toHttpError(error: unknown, { method, path }: RoutedRequest): HttpError {
  if (error instanceof HttpError) return error;
  process.stderr.write(
    `${method} ${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return new HttpError(500, "Server Error");
}

/** Completes a redirect whose location is a repository ID. */
function resolveRedirect(context: EmulatorContext, { path, search }: RoutedRequest, httpError: HttpError): HttpError {
  const { location = "" } = httpError.headers;
  if (!/^\d+$/.test(location)) return httpError;
  return new HttpError(httpError.status, httpError.message, httpError.errors, {
    location: `${context.webUrl}${currentPath(context, path, location)}${search}`,
  });
}

/**
 * Returns the path to the same resource of a renamed repository. The old name is replaced by the repository's ID in
 * `/repos/{owner}/{repo}`, and by its current name at the end of other paths.
 */
function currentPath({ db }: EmulatorContext, path: string, id: string): string {
  const repositoryPath = /^(\/api\/v3)\/repos\/[^/]+\/[^/]+/;
  if (repositoryPath.test(path)) return path.replace(repositoryPath, `$1/repositories/${id}`);
  return path.replace(/[^/]+\/[^/]+$/, fullNameOf(db, repositoryOf(db, Number(id))));
}
