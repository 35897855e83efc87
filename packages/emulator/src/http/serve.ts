import type { IncomingMessage } from "node:http";
import { ANONYMOUS, type Caller, type PathResources } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { badJwt, HttpError, notFound } from "../http-error.ts";
import { fullNameOf, repositoryOf } from "../state/repositories.ts";
import { type ApiResponse, createResponse, errorResponse } from "./api-response.ts";
import type { CallIdentity } from "./authenticate.ts";
import { accessHeaders, authorize, checkRetired, isForApps } from "./authorize.ts";
import { hasBody, readBody, readBytes } from "./body.ts";
import { createConditional } from "./conditional.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { createExistenceCheck } from "./existence-check.ts";
import type { Handler } from "./handler.ts";
import { type ReceivedFile, readInput } from "./input.ts";
import { type LimitedCall, startLimitedCall } from "./limited-call.ts";
import { acceptedMedia } from "./media.ts";
import { checkEdition, createNotEmulated, isNotEmulated } from "./not-emulated.ts";
import { createPageLinks, readWindow } from "./paging.ts";
import { Reply } from "./reply.ts";
import { API_PATH, type RequestTarget } from "./request-target.ts";
import type { HeaderList } from "./responder.ts";
import { notifyObservers } from "./response-observers.ts";
import { type ApiRoute, defaultWeight } from "./route.ts";
import { wireError } from "./wire-error.ts";
import { createWireFormats, removeMediaType, unsupportedVersion, type WireFormat } from "./wire-format.ts";

/** A request matched to its route. */
export interface RoutedRequest extends Pick<RequestTarget, "path" | "search"> {
  readonly apiUrl: string | undefined;
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** Decoded segments of the path below the API root. */
  readonly segments: readonly string[];
  /** Route of the matched operation. */
  readonly route: ApiRoute | undefined;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether to ignore conditional headers, because a fault alters the response. */
  readonly isFullResponse: boolean;
  /** The body once it has been read: its text, or its size in bytes (NaN if unknown) if it is too large. */
  body: string | number | undefined;
  /** Whether the response said that the emulator doesn't have the route. */
  isNotEmulated: boolean;
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
  const createNotEmulatedError = createNotEmulated(context, handlers);
  const formats = createWireFormats(context);
  const versionHeader = context.dialect.headers.apiVersion.toLowerCase();

  async function runHandler(
    request: RoutedRequest,
    route: ApiRoute,
    caller: Caller,
    limitedCall: LimitedCall,
    format: WireFormat,
    headers: HeaderList,
  ): Promise<ApiResponse> {
    const { incoming, params, path, search } = request;
    const { operation, definition, handler } = route;
    const resources = authorize(context, operation, caller, params);
    const query = search === "" ? NO_QUERY : new URLSearchParams(search);
    const isRead = operation.method === "GET";
    const body = await receiveBody(request, route);
    const page = readWindow(definition.paging, query);
    const links = createPageLinks(definition.paging, page);
    const media = acceptedMedia(context.dialect, definition, incoming.headers.accept ?? null);
    const { rateLimits } = limitedCall;
    const call = { context, caller, ...resources, page, links, media, format, rateLimits };
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
    const sent = createResponse(context, format, operation, result, media);
    notifyObservers({ operation, format, media, sent });
    const link = links.toHeader(() => linkTo(context, request, listPath(path, resources)));
    if (link !== undefined) headers.push("link", link);
    if (!isRead) return sent;
    if (route.isUncached) {
      headers.push("cache-control", "no-cache");
      return sent;
    }
    const conditionHeaders = request.isFullResponse
      ? { authorization: incoming.headers.authorization }
      : incoming.headers;
    const output = result instanceof Reply ? result.output : result;
    return conditional(sent, output, conditionHeaders, caller.token !== undefined, headers);
  }

  function createErrorResponse(request: RoutedRequest, error: unknown): ApiResponse {
    const httpError = resolveRedirect(context, request, toHttpError(error, request));
    // Routes that the emulator doesn't have are named as they were called.
    const { status, message, errors, headers, extraFields } = isNotEmulated(httpError)
      ? httpError
      : wireError(context.dialect, request.route?.operation, httpError);
    const sent = errorResponse(context, status, message, errors, headers, extraFields);
    if (request.route)
      notifyObservers({ operation: request.route.operation, format: formats.fallback, media: undefined, sent });
    return sent;
  }

  return async (request, { caller, authError }) => {
    const { incoming, route } = request;
    const weight = route?.weight ?? defaultWeight(request.method);
    const limitedCall = startLimitedCall(context, caller, () => incoming.socket.remoteAddress ?? "", weight);
    const version = incoming.headers[versionHeader]?.toString();
    const format = formats.find(version);
    const headers = (format ?? formats.fallback).headers.slice();
    const { accept } = incoming.headers;
    if (accept !== undefined) formats.setMediaType(headers, accept);
    let sent: ApiResponse;
    try {
      if (limitedCall.rejection) throw limitedCall.rejection;
      if (!route) throw authError ?? (await createNotEmulatedError(request));
      checkEdition(context, route.operation, request);
      if (!format) throw unsupportedVersion(version);
      checkRetired(context, route.operation);
      if (authError) throw isForApps(route.definition.access) ? toJwtError(authError) : authError;
      sent = await runHandler(request, route, caller, limitedCall, format, headers);
    } catch (error) {
      sent = createErrorResponse(request, error);
      request.isNotEmulated = isNotEmulated(sent);
    }
    limitedCall.finish({ notModified: sent.status === 304 });
    if (route) headers.push(...deprecationHeaders(context, route.operation));
    // A 304 describes neither its content nor the token's access (source: recorded).
    if (sent.status === 304) removeMediaType(headers);
    else if (caller !== ANONYMOUS) headers.push(...accessHeaders(context, route?.operation, caller, sent.status));
    const isRejectedApp = sent.status === 401 && route !== undefined && isForApps(route.definition.access);
    if (!isRejectedApp) headers.push(...limitedCall.headers());
    return { sent, headers };
  };
}

/** Reads the body of a call that changes something, and keeps for the log what it contains. */
async function receiveBody(request: RoutedRequest, route: ApiRoute): Promise<string | ReceivedFile> {
  const { incoming } = request;
  if (route.definition.upload) {
    const data = await readBytes(incoming, route.maxBodySize);
    request.body = data.length;
    return { data, contentType: incoming.headers["content-type"] };
  }
  if (route.operation.method === "GET" || !hasBody(incoming)) return "";
  const text = await readBody(incoming, route.maxBodySize);
  if (text !== "") request.body = text;
  return text;
}

/** Replaces the error for an invalid token where only JWTs are accepted. */
function toJwtError(authError: unknown): unknown {
  return authError instanceof HttpError && authError.message === "Bad credentials" ? badJwt() : authError;
}

/** Converts an error to an HTTP error. Unexpected errors are logged and become a 500. */
function toHttpError(error: unknown, { method, path }: RoutedRequest): HttpError {
  if (error instanceof HttpError) return error;
  process.stderr.write(
    `${method} ${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return new HttpError(500, "Server Error");
}

/** Adds to a redirect the `url` of its body, and the location if it is given as a repository ID. */
function resolveRedirect(context: EmulatorContext, request: RoutedRequest, httpError: HttpError): HttpError {
  const { location } = httpError.headers;
  if (location === undefined) return httpError;
  const isId = /^\d+$/.test(location);
  const url = isId ? linkTo(context, request, currentPath(context, request.path, location)) : location;
  return new HttpError(httpError.status, httpError.message, undefined, { location: url }, { url });
}

/** Returns the URL of a path with the request's query, at the host that the client called if that is only for the API. */
function linkTo({ webUrl }: EmulatorContext, { apiUrl, search }: RoutedRequest, path: string): string {
  return `${apiUrl === undefined ? webUrl + path : apiUrl + path.slice(API_PATH.length)}${search}`;
}

/** Returns the path of a list with the ID of its repository or organization, which survives renames (source: recorded). */
function listPath(path: string, { repository, organization }: PathResources): string {
  if (repository) return path.replace(REPOSITORY_PATH, `$1/repositories/${repository.id}`);
  return organization ? path.replace(/^(\/api\/v3)\/orgs\/[^/]+/, `$1/organizations/${organization.id}`) : path;
}

const REPOSITORY_PATH = /^(\/api\/v3)\/repos\/[^/]+\/[^/]+/;

/**
 * Returns the path to the same resource of a renamed repository. The old name is replaced by the repository's ID in
 * `/repos/{owner}/{repo}`, and by its current name at the end of other paths.
 */
function currentPath({ db }: EmulatorContext, path: string, id: string): string {
  if (REPOSITORY_PATH.test(path)) return path.replace(REPOSITORY_PATH, `$1/repositories/${id}`);
  return path.replace(/[^/]+\/[^/]+$/, fullNameOf(db, repositoryOf(db, Number(id))));
}
