import type { IncomingMessage } from "node:http";
import { addressName, type Host, isLoopbackName, parseHost } from "../hosts/host.ts";
import type { RequestTarget } from "./request-target.ts";

/** Hosts and origins that can use an emulator. */
export interface AllowedSources {
  /** The service's own base URL. */
  readonly webUrl: string;
  /** Protocol that the server speaks, which a proxy in front of it can change. */
  readonly protocol: "http" | "https";
  /** Further hosts; without a port, on any port. */
  readonly allowHosts: readonly Host[];
  /** Further origins; `*` for any. */
  readonly allowOrigins: readonly string[];
}

/** The error response to a request that isn't served. */
export interface Rejection {
  readonly status: 400 | 403 | 421;
  readonly message: string;
  /** Text to send as a web page instead of the message as JSON. */
  readonly page?: string;
}

/**
 * Rejects an API call that doesn't name its program, with the service's page (source: recorded in public issues).
 * @see https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent
 */
export function checkUserAgent({ headers, method }: IncomingMessage): Rejection | undefined {
  if (method === "OPTIONS" || (headers["user-agent"] ?? "").trim() !== "") return undefined;
  const message =
    "Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.";
  return { status: 403, message, page: `\r\n${message}\r\n` };
}

/** Decides which requests are served. */
export interface RequestPolicy {
  /**
   * Checks a request's host and origin, and what the browser reports about it.
   * @param isApi whether it is an API call, which links of other sites can't make
   * @returns the rejection; undefined if the request is served
   */
  check(incoming: IncomingMessage, target: RequestTarget, isApi: boolean): Rejection | undefined;
}

interface KnownHost {
  readonly host: Host;
  /** Whether it is served on every local address. */
  readonly isAllowed: boolean;
  /** Origin of the emulator's pages under it. */
  readonly origin: string;
}

/** Number of remembered hosts, so that a client that makes up hosts doesn't use up memory. */
const MAX_KNOWN_HOSTS = 100;

const EXTENSION_ORIGIN = /^(chrome|moz|safari-web)-extension:\/\/[\w.-]+$/;

/** Images that depend on nothing but their path, so pages of other sites can embed them. Not `/avatars/../private.svg`. */
const PUBLIC_IMAGE = /^\/avatars\/[\w.%[\]-]+\.svg$/;

/**
 * Creates the policy. Any page that is open in a browser on this machine can send requests to the emulator. Therefore
 * it serves requests to its own hosts only, because other names can be pointed at it (DNS rebinding), and no requests
 * of other sites' pages.
 */
export function createRequestPolicy({ webUrl, protocol, allowHosts, allowOrigins }: AllowedSources): RequestPolicy {
  const own = new URL(webUrl);
  const allowedOrigins = new Set(allowOrigins);
  const allowsAnyOrigin = allowedOrigins.has("*");
  const knownHosts = new Map<string, KnownHost>();

  function identifyHost(text: string): KnownHost | undefined {
    const known = knownHosts.get(text);
    if (known) return known;
    const host = parseHost(text);
    if (!host) return undefined;
    const isOwn = host.text === own.host;
    const isAllowed = isOwn || isLoopbackName(host.name) || allowHosts.some((allowed) => includes(allowed, host));
    const identified = { host, isAllowed, origin: isOwn ? own.origin : `${protocol}://${host.text}` };
    if (knownHosts.size >= MAX_KNOWN_HOSTS) knownHosts.clear();
    knownHosts.set(text, identified);
    return identified;
  }

  return {
    check({ headers, rawHeaders, method, socket }, { authority, path }, isApi) {
      const named = hasOneHost(rawHeaders) ? identifyHost(headers.host ?? "") : undefined;
      // The host of an absolute target, as sent to proxies, takes precedence over the header.
      const addressed = authority === undefined ? named : identifyHost(authority);
      if (!named || !addressed) return { status: 400, message: "The request must have one valid host." };
      for (const { host, isAllowed } of [named, addressed]) {
        if (isAllowed || host.name === addressName(socket.localAddress ?? "")) continue;
        return { status: 421, message: hostMessage(host, webUrl) };
      }
      const { origin } = headers;
      if (allowsAnyOrigin || origin === addressed.origin) return undefined;
      if (origin !== undefined) {
        const isAllowed = allowedOrigins.has(origin) || EXTENSION_ORIGIN.test(origin);
        return isAllowed ? undefined : { status: 403, message: originMessage(origin) };
      }
      const { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest } = headers;
      if (site === undefined || site === "same-origin" || site === "none") return undefined;
      const isLink = !isApi && mode === "navigate" && dest === "document";
      if ((isLink || PUBLIC_IMAGE.test(path)) && (method === "GET" || method === "HEAD")) return undefined;
      return { status: 403, message: "Pages of other sites can only link to the emulator's pages." };
    },
  };
}

/** Whether there is exactly one `Host` header. Node.js would use the first of several. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count === 1;
}

/** Without a port, clients mean the default port of `http` or of `https`. */
const DEFAULT_PORTS = ["80", "443"];

function includes(allowed: Host, { name, port }: Host): boolean {
  const ports = port === "" ? DEFAULT_PORTS : [port];
  return allowed.name === name && (allowed.port === "" || ports.includes(allowed.port));
}

function hostMessage({ name, text }: Host, webUrl: string): string {
  return `The emulator is at ${webUrl}, not at ${text}. To serve it there, too, start it with --allow-host ${name}.`;
}

function originMessage(origin: string): string {
  const allowed = /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : "'*'";
  const pages = allowed === origin ? `Pages of ${origin}` : "Pages without an http or https origin";
  return `${pages} can't use the emulator. To allow them, start it with --allow-origin ${allowed}.`;
}
