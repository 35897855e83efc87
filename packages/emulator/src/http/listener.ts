import type { IncomingMessage, ServerResponse } from "node:http";
import { redactPath } from "../calls/redact-target.ts";
import { API_HOST, parseHost, UPLOADS_HOST } from "../hosts/host.ts";
import type { ApiHandler } from "./api.ts";
import type { RequestLog } from "./request-log.ts";
import { checkUserAgent, type Rejection, type RequestPolicy } from "./request-policy.ts";
import { API_PATH, GRAPHQL_PATH, parseRequestTarget, type RequestTarget, UPLOADS_PATH } from "./request-target.ts";
import { ISOLATION_HEADERS } from "./responder.ts";

/** Handles a Node.js HTTP request. */
export type HttpListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Handles every request of an emulator. */
interface RequestServer {
  readonly listen: HttpListener;
  /** Resolves when no request is pending. A request whose connection was cut can still be writing state. */
  settled(): Promise<unknown>;
}

/** Health check. It is neither logged, limited nor restricted to hosts, so that anything can poll it. */
const HEALTH_PATH = "/_health";

/**
 * Handles every request that the policy allows. The API is available immediately; everything else is loaded on first
 * use.
 * @param log logs requests outside the API; API calls are logged by the API itself
 */
export function createListener(
  policy: RequestPolicy,
  api: ApiHandler,
  loadSite: () => Promise<HttpListener>,
  log?: RequestLog,
): RequestServer {
  const pending = new Set<Promise<void>>();
  let site: Promise<HttpListener> | undefined;

  async function dispatch(incoming: IncomingMessage, outgoing: ServerResponse, target: RequestTarget): Promise<void> {
    if (target.path === HEALTH_PATH) return sendHealth(outgoing);
    const isCall = isApi(target);
    const rejection = policy.check(incoming, target, isCall) ?? (isCall ? checkUserAgent(incoming) : undefined);
    // Preflight requests and rejected ones are not API calls, so they are logged here.
    if (!isCall || rejection || incoming.method === "OPTIONS") log?.logWhenClosed(incoming, outgoing, target);
    if (rejection) return reject(outgoing, rejection);
    if (isCall) return api(incoming, outgoing, target);
    for (const [name, value] of Object.entries(ISOLATION_HEADERS)) outgoing.setHeader(name, value);
    site ??= loadSite();
    return (await site)(incoming, outgoing);
  }

  async function listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = resolveApiPath(incoming, parseRequestTarget(incoming));
    try {
      await dispatch(incoming, outgoing, target);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${incoming.method} ${redactPath(target.path)}: ${message}\n`);
      // A partial response must not be taken for a complete one.
      outgoing.destroy();
    }
  }

  return {
    listen(incoming, outgoing) {
      const handled = listen(incoming, outgoing).finally(() => pending.delete(handled));
      pending.add(handled);
      return handled;
    },
    settled: () => Promise.all(pending),
  };
}

const isApi = ({ path }: RequestTarget) => path.startsWith(API_PATH) && (path[API_PATH.length] ?? "/") === "/";

/** Parses the host only where its length fits, because this runs for every request. */
const isHost = (host: string, name: string) => host.length >= name.length && parseHost(host)?.name === name;

/** Moves the paths of the hosts for the API and uploads, and GraphQL at its paths on GitHub and on GitHub Enterprise Server, below the API root. */
function resolveApiPath(
  { headers: { host = "" }, method, socket }: IncomingMessage,
  target: RequestTarget,
): RequestTarget {
  const { path, authority = host } = target;
  if (method === "POST" && (path === GRAPHQL_PATH || path === `/api${GRAPHQL_PATH}`)) {
    return { ...target, path: `${API_PATH}${GRAPHQL_PATH}` };
  }
  if (isApi(target) || path === HEALTH_PATH) return target;
  const isUploadPath = path.startsWith(`${UPLOADS_PATH}/`);
  const isUpload = isUploadPath || isHost(authority, UPLOADS_HOST);
  if (!isUpload && !isHost(authority, API_HOST)) return target;
  const origin = `${"encrypted" in socket ? "https" : "http"}://${authority}`;
  const [root, rest] = isUploadPath ? [origin + UPLOADS_PATH, path.slice(UPLOADS_PATH.length)] : [origin, path];
  return { ...target, path: `${API_PATH}${rest}`, apiUrl: root, ...(isUpload && { isUpload }) };
}

/** The server only listens once it is ready, so any response means that it is up. */
function sendHealth(outgoing: ServerResponse): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store", ...ISOLATION_HEADERS };
  outgoing.writeHead(200, headers).end('{"status":"up"}');
}

function reject(outgoing: ServerResponse, { status, message, page }: Rejection): void {
  const body = page ?? JSON.stringify({ message });
  const headers = {
    "content-type": page === undefined ? "application/json" : "text/html",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...ISOLATION_HEADERS,
  };
  outgoing.writeHead(status, headers).end(body);
}
