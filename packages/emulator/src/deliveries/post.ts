import type { Agent } from "node:http";
import { newAgent, requestFor } from "../node-http.ts";

/** Why there was no answer, in the words of a delivery's record (public documents). */
export const PROBLEMS = {
  timeout: "timed out",
  connection: "failed to connect to host",
  certificate: "peer certificate cannot be authenticated with given CA certificates",
} as const;
type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** What came of posting a body: the answer, or in a few words why there is none. */
export type Outcome =
  | { readonly status: number; readonly headers: Record<string, string>; readonly body: string }
  | { readonly problem: Problem };

/** As much of a receiver's answer as is kept. */
const KEPT_BYTES = 256 * 1024;

/** How something is posted. */
interface PostOptions {
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Check the certificate of an https address. */
  readonly verify: boolean;
  readonly signal: AbortSignal;
}

/** A connection that nothing was sent over for so many milliseconds is closed, before a receiver does that. */
const IDLE = 1000;

/**
 * Makes what posts bodies, with node's own client (fetch refuses some ports, and a receiver may listen on any), over
 * connections that are kept for what comes next.
 */
export function createPost() {
  const agents = new Map<string, Agent>();
  const agentOf = ({ protocol }: URL) => {
    const agent = agents.get(protocol) ?? newAgent(protocol, { keepAlive: true, timeout: IDLE });
    agents.set(protocol, agent);
    return agent;
  };
  return async (url: string, headers: Readonly<Record<string, string>>, body: string, options: PostOptions) => {
    const address = new URL(url);
    return post(address, agentOf(address), headers, body, options);
  };
}

function post(
  url: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<Outcome> {
  const request = requestFor(url);
  const answered = new Promise<Outcome>((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      rejectUnauthorized: options.verify,
    });
    const end = (problem: Problem) => {
      resolve({ problem });
      outgoing.destroy();
    };
    let isAnswered = false;
    const giveUp = () => end(PROBLEMS.connection);
    const deadline = setTimeout(() => end(PROBLEMS.timeout), options.timeout);
    options.signal.addEventListener("abort", giveUp);
    outgoing.on("close", () => {
      // Whoever answers that another protocol is spoken from now on gives neither an answer nor an error.
      if (!isAnswered) giveUp();
      clearTimeout(deadline);
      options.signal.removeEventListener("abort", giveUp);
    });
    outgoing.on("error", reject).on("response", (incoming) => {
      isAnswered = true;
      // Once all is read nobody says any more which one it was.
      const { socket } = incoming;
      const chunks: Buffer[] = [];
      let size = 0;
      incoming
        .on("data", (chunk: Buffer) => {
          if (size < KEPT_BYTES) chunks.push(chunk);
          size += chunk.length;
        })
        .on("error", reject)
        .on("end", () => {
          const pairs = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          // Who doesn't say that the connection is kept may close it any time, be it under what is sent next.
          if (incoming.headers.connection?.toLowerCase() !== "keep-alive") socket.destroy();
          const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(pairs), body: text });
        });
    });
    outgoing.end(body);
  });
  // An address that the client takes none of throws as it is called: that is no connection either.
  return answered.catch((error: unknown) => ({ problem: problemOf(error) }));
}

/** Node names what is wrong with a certificate by a code of its own. */
function problemOf(error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? PROBLEMS.certificate : PROBLEMS.connection;
}
