import { ResponseError } from "../../errors.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";

/** Maximum number of redirects; more count as a redirect loop. */
const MAX_REDIRECTS = 5;

/** Headers with credentials, which must not reach another origin. */
const CREDENTIAL_HEADERS = /^(authorization|proxy-authorization|cookie)$/i;

/**
 * Follows redirects without changing the call: a write keeps its method, and neither token nor body leaves the
 * service's origin. Must come before the middleware that adds the token.
 */
export function followRedirects(next: Send): Send {
  return async (request) => {
    let current = request;
    for (let redirectCount = 0; ; redirectCount += 1) {
      const response = await next(current);
      const target = redirectTarget(current, response);
      if (!target) return response;
      const { messagePrefix, route } = callErrorContext(request);
      const { status } = response;
      const responseError = (problem: string) =>
        new ResponseError(problem, { messagePrefix: `${messagePrefix} ${status}`, route, status });
      if (redirectCount === MAX_REDIRECTS) {
        throw responseError(`Too many redirects: more than ${MAX_REDIRECTS}, the next one to ${withoutQuery(target)}.`);
      }
      current = redirectedRequest(current, status, target, responseError);
    }
  };
}

/** The target of a redirect; undefined if the response is not one, or the target is not an HTTP URL. */
function redirectTarget({ definition, url }: CallRequest, { status, headers }: CallResponse): URL | undefined {
  if (status !== 301 && status !== 302 && status !== 307 && status !== 308) return undefined;
  if (Object.hasOwn(definition.success, status)) return undefined;
  const location = headers.get("location");
  const target = location && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return target?.protocol === "https:" || target?.protocol === "http:" ? target : undefined;
}

/**
 * The redirected request.
 * @param responseError creates the error for a redirect that is not followed
 */
function redirectedRequest(
  request: CallRequest,
  status: number,
  target: URL,
  responseError: (problem: string) => Error,
): CallRequest {
  const { method, url } = request;
  const isCrossOrigin = target.origin !== url.origin;
  const notFollowed = (reason: string) =>
    responseError(
      `The service at ${url.origin} redirects this call to ${isCrossOrigin ? target.origin : withoutQuery(target)}, ${reason}. The redirect was not followed.`,
    );
  if (target.username || target.password) throw notFollowed("whose URL contains a user name or password");
  if (url.protocol === "https:" && target.protocol === "http:") throw notFollowed("which is not encrypted");
  if (!isCrossOrigin) {
    // HTTP would allow a GET here, which would seem to succeed without doing anything.
    if (method === "POST" && (status === 301 || status === 302)) {
      throw responseError(
        `The service redirects this call to ${withoutQuery(target)}, which would change the POST to a GET. The redirect was not followed. Was the repository renamed or moved?`,
      );
    }
    return { ...request, url: target };
  }
  if (method !== "GET") throw notFollowed("which only GET requests follow across origins");
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !CREDENTIAL_HEADERS.test(name)),
  );
  return { ...request, url: target, headers, body: undefined, anonymous: true };
}

/** A URL without its query, which can contain a signature. */
function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
