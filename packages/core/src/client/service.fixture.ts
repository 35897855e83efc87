import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished, vi } from "vitest";
import { createVirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { type ClientOptions, createClient } from "./client.ts";
import type { CallEvent } from "./events.ts";

/** A request that the service received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A reply. `lost`: the request is executed but the connection closes without a response; `silent`: no response. */
export type Reply = "lost" | "silent" | HttpReply;

interface HttpReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
  /** The body never ends. */
  readonly isEndless?: true;
}

export const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
  body: body === undefined ? "" : JSON.stringify(body),
});

export const content = (body: string | Uint8Array, headers: Record<string, string> = {}): HttpReply => ({
  status: 200,
  headers,
  body,
});

/** A local HTTP service that stops with its test. */
export interface TestService {
  readonly origin: string;
  readonly requests: ReceivedRequest[];
  /** Number of connections that the client closed before the response ended. */
  readonly abortedConnections: () => number;
}

type RequestHandler = (received: ReceivedRequest, requestsSoFar: readonly ReceivedRequest[]) => Reply | Promise<Reply>;

/**
 * Starts a local HTTP service.
 * @param handle returns the reply to a request; also receives all requests so far, including this one
 */
export async function startService(handle: RequestHandler): Promise<TestService> {
  const requests: ReceivedRequest[] = [];
  let abortedConnections = 0;
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const received = { method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers, body };
    requests.push(received);
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) abortedConnections++;
    });
    send(await handle(received, requests), outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server must listen on a port.");
  return { origin: `http://127.0.0.1:${address.port}`, requests, abortedConnections: () => abortedConnections };
}

function send(response: Reply, outgoing: ServerResponse): void {
  if (response === "silent") return;
  if (response === "lost") {
    outgoing.destroy();
    return;
  }
  // Without a date header the client uses its own clock, which differs from the service's.
  outgoing.sendDate = false;
  outgoing.writeHead(response.status, response.headers);
  outgoing.write(response.body);
  if (!response.isEndless) outgoing.end();
}

/** An origin that refuses connections. */
export async function unusedOrigin(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

export const TOKEN = "ghp_0123456789abcdefghij";

/** Initial time of a client's clock. */
export const START = Date.UTC(2027, 0, 15, 8);

/** A client with default options on a virtual clock, and its events. */
export function createTestClient(origin: string, options: Partial<ClientOptions> = {}) {
  const clock = createVirtualClock({ start: START });
  const events: CallEvent[] = [];
  const client = createClient({
    baseUrl: `${origin}/api/v3`,
    credentials: TOKEN,
    clock,
    random: () => 0,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const types = () => events.map(({ type }) => type);
  /** Waits until a number of events of a type have been emitted. */
  const waitForEvent = (type: CallEvent["type"], times = 1) =>
    waitUntil(() => types().filter((eventType) => eventType === type).length >= times);
  return { ...client, clock, events, types, waitForEvent };
}

/** Waits until a condition is met. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    if (!condition()) throw new Error("The condition is not met.");
  }, WAIT_OPTIONS);
}

const WAIT_OPTIONS = { interval: 1, timeout: 30_000 };

/** The error of a promise, or "succeeded". */
export const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "succeeded",
    (error: unknown) => error,
  );
