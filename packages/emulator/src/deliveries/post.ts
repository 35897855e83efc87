import { lookup as lookupHost } from "node:dns";
import type { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isPrivateHost } from "../hosts/private-addresses.ts";
import { PrivateAddressError, publicLookup } from "../hosts/public-lookup.ts";
import { createAgent, requestFunctionFor } from "../node-http.ts";

/** Reasons for a missing response, as GitHub's delivery records state them, and our own for a private address. */
export const PROBLEMS = {
  timeout: "timed out",
  connection: "failed to connect to host",
  privateAddress: "failed to connect to host (private address, see --allow-hook-host)",
  certificate: "peer certificate cannot be authenticated with given CA certificates",
} as const;
type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** The result of posting a body: the response, or the reason for a missing one. */
export type PostOutcome =
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: string }
  | { readonly problem: Problem };

/** Maximum number of bytes of a receiver's response that are recorded. */
const MAX_BODY_BYTES = 256 * 1024;

/** Options of a request. */
interface PostOptions {
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Whether to verify the certificate of an https URL. */
  readonly verify: boolean;
  /** Whether the host can have a private address. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

/** Milliseconds after which an idle connection is closed, before receivers close it. */
const IDLE_TIMEOUT = 1000;

/**
 * Creates the function that posts bodies over keep-alive connections. It uses Node's own client, because fetch blocks
 * some ports. A response that is still missing doesn't keep the process alive.
 * @param lookup resolves host names
 */
export function createPost(lookup: LookupFunction = lookupHost) {
  const agents = new Map<string, Agent>();
  const agentFor = ({ protocol }: URL, allowsPrivate: boolean) => {
    // A connection to a private address must not be reused by an emulator that doesn't allow the host.
    const key = `${protocol} ${allowsPrivate}`;
    const agent =
      agents.get(key) ??
      createAgent(protocol, {
        keepAlive: true,
        timeout: IDLE_TIMEOUT,
        lookup: allowsPrivate ? lookup : publicLookup(lookup),
      });
    agents.set(key, agent);
    return agent;
  };
  return async (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    options: PostOptions,
  ): Promise<PostOutcome> => {
    const address = new URL(url);
    const { allowsPrivate } = options;
    if (!allowsPrivate && isPrivateHost(address)) {
      // Like any other attempt, it ends in a later turn of the event loop, after the work that caused it.
      await nextTurn();
      return { problem: PROBLEMS.privateAddress };
    }
    return post(address, agentFor(address, allowsPrivate), headers, body, options);
  };
}

function post(
  url: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<PostOutcome> {
  const request = requestFunctionFor(url);
  const outcome = new Promise<PostOutcome>((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      rejectUnauthorized: options.verify,
    });
    const fail = (problem: Problem) => {
      resolve({ problem });
      outgoing.destroy();
    };
    let hasResponse = false;
    const failConnection = () => fail(PROBLEMS.connection);
    const deadline = setTimeout(() => fail(PROBLEMS.timeout), options.timeout).unref();
    options.signal.addEventListener("abort", failConnection);
    outgoing.on("close", () => {
      // A response that switches protocols produces neither a response nor an error.
      if (!hasResponse) failConnection();
      clearTimeout(deadline);
      options.signal.removeEventListener("abort", failConnection);
    });
    outgoing.on("socket", (socket) => socket.unref());
    outgoing.on("error", reject).on("response", (incoming) => {
      hasResponse = true;
      // The socket is no longer available once the response was read.
      const { socket } = incoming;
      const chunks: Buffer[] = [];
      let size = 0;
      incoming
        .on("data", (chunk: Buffer) => {
          if (size < MAX_BODY_BYTES) chunks.push(chunk);
          size += chunk.length;
        })
        .on("error", reject)
        .on("end", () => {
          const pairs = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          // Without an explicit keep-alive, the receiver can close the connection at any time, even during the next
          // request.
          if (incoming.headers.connection?.toLowerCase() !== "keep-alive") socket.destroy();
          const text = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(pairs), body: text });
        });
    });
    outgoing.end(body);
  });
  // An invalid URL throws synchronously, and counts as a failed connection.
  return outcome.catch((error: unknown) => ({ problem: problemOf(error) }));
}

/** Maps an error to a reason. Node.js reports certificate errors by code. */
function problemOf(error: unknown): Problem {
  if (error instanceof PrivateAddressError) return PROBLEMS.privateAddress;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? PROBLEMS.certificate : PROBLEMS.connection;
}
