import { ResponseError } from "../../errors.ts";
import type { Redact } from "../../internal/redact-secrets.ts";
import { withoutTrailingDot } from "../../internal/token-url.ts";
import { callErrorContext } from "../error-context.ts";
import type { CallRequest, CallResponse, Send } from "../middleware.ts";
import { redactorOf } from "../response/redactor-of.ts";

/** Maximum number of redirects; more count as a redirect loop. */
const MAX_REDIRECTS = 5;

/** Headers that are sent to another origin. All others can be credentials, also those of custom middleware. */
const SHARED_HEADERS = /^(accept|user-agent|x-\w+-api-version)$/i;

/**
 * Follows the redirects that start with a response. A write keeps its method, and neither token, body nor custom headers
 * leave the service's origin.
 * @param next sends the redirected requests
 */
export async function followRedirect(request: CallRequest, redirect: CallResponse, next: Send): Promise<CallResponse> {
  let current = request;
  let response = redirect;
  for (let redirectCount = 0; ; redirectCount += 1) {
    const target = redirectTarget(current, response);
    if (!target) return response;
    const { messagePrefix, route } = callErrorContext(request);
    const { status } = response;
    const redact = redactorOf(response, current);
    const responseError = (problem: string) =>
      new ResponseError(problem, { messagePrefix: `${messagePrefix} ${status}`, route, status });
    if (redirectCount === MAX_REDIRECTS) {
      const address = redact(withoutQuery(target));
      throw responseError(`Too many redirects: more than ${MAX_REDIRECTS}, the next one to ${address}.`);
    }
    current = { ...redirectedRequest(current, status, target, redact, responseError), redact };
    response = await next(current);
  }
}

/** The target of a redirect; undefined if the response is not one, or the target is not an HTTP URL. */
function redirectTarget({ definition, url }: CallRequest, { status, headers }: CallResponse): URL | undefined {
  if (status !== 301 && status !== 302 && status !== 307 && status !== 308) return undefined;
  if (Object.hasOwn(definition.success, status)) return undefined;
  const location = headers.get("location");
  const target = location && URL.canParse(location, url.href) ? withoutTrailingDot(new URL(location, url)) : undefined;
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
  redact: Redact,
  responseError: (problem: string) => Error,
): CallRequest {
  const { method, url } = request;
  const isCrossOrigin = target.origin !== url.origin;
  const address = () => redact(isCrossOrigin ? target.origin : withoutQuery(target));
  const notFollowed = (reason: string) =>
    responseError(
      `The service at ${redact(url.origin)} redirects this call to ${address()}, ${reason}. The redirect was not followed.`,
    );
  if (target.username || target.password) throw notFollowed("whose URL contains a user name or password");
  if (url.protocol === "https:" && target.protocol === "http:") throw notFollowed("which is not encrypted");
  if (!isCrossOrigin) {
    // HTTP would allow a GET here, which would seem to succeed without doing anything.
    if (method === "POST" && (status === 301 || status === 302)) {
      throw responseError(
        `The service redirects this call to ${address()}, which would change the POST to a GET. The redirect was not followed. Was the repository renamed or moved?`,
      );
    }
    return { ...request, url: target };
  }
  if (method !== "GET") throw notFollowed("which only GET requests follow across origins");
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => SHARED_HEADERS.test(name)));
  return { ...request, url: target, headers, body: undefined, anonymous: true };
}

/** A URL without its query, which can contain a signature. */
function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
