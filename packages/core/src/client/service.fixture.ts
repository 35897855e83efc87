import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished, vi } from "vitest";
import { createVirtualClock } from "../../../../test/clock/virtual-clock.ts";
import { type ClientOptions, createClient } from "./client.ts";
import type { CallEvent } from "./events.ts";

/** What a service was asked. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a service answers; `lost`: it does what it was asked, and the answer never comes; `silent`: nothing at all. */
export type Reply = "lost" | "silent" | Spoken;

interface Spoken {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
  /** Its end never comes. */
  readonly isEndless?: true;
}

export const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): Spoken => ({
  status,
  headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
  body: body === undefined ? "" : JSON.stringify(body),
});

export const content = (body: string | Uint8Array, headers: Record<string, string> = {}): Spoken => ({
  status: 200,
  headers,
  body,
});

/** A real service on this machine, which ends with its test. */
export interface Service {
  readonly origin: string;
  readonly seen: Seen[];
  /** How many connections were ended from the other side while an answer was awaited or read. */
  readonly left: () => number;
}

type Answering = (asked: Seen, seen: readonly Seen[]) => Reply | Promise<Reply>;

/** @param answer what a request gets; it is told of it, and of all so far */
export async function serving(answer: Answering): Promise<Service> {
  const seen: Seen[] = [];
  let left = 0;
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const asked = { method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers, body };
    seen.push(asked);
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) left++;
    });
    send(await answer(asked, seen), outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("It listens on no port.");
  return { origin: `http://127.0.0.1:${address.port}`, seen, left: () => left };
}

function send(given: Reply, outgoing: ServerResponse): void {
  if (given === "silent") return;
  if (given === "lost") {
    outgoing.destroy();
    return;
  }
  // The client's clock is not the service's: without a date the client goes by its own.
  outgoing.sendDate = false;
  outgoing.writeHead(given.status, given.headers);
  outgoing.write(given.body);
  if (!given.isEndless) outgoing.end();
}

/** An origin where nobody listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

export const TOKEN = "ghp_0123456789abcdefghij";

/** First time on the clock of a client. */
export const START = Date.UTC(2027, 0, 15, 8);

/** A client as it comes, but that time stands still; and what it told of its calls. */
export function clientOf(origin: string, options: Partial<ClientOptions> = {}) {
  const clock = createVirtualClock({ start: START });
  const events: CallEvent[] = [];
  const client = createClient({
    ...{ baseUrl: `${origin}/api/v3`, credentials: TOKEN, clock, random: () => 0 },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const types = () => events.map(({ type }) => type);
  /** Resolves once so many of a kind of event have been. */
  const told = (type: CallEvent["type"], times = 1) =>
    eventually(() => types().filter((one) => one === type).length >= times);
  return { ...client, clock, events, types, told };
}

/** Resolves once something has come about. */
export async function eventually(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    if (!condition()) throw new Error("It has not come about.");
  }, WAITING);
}

const WAITING = { interval: 1, timeout: 30_000 };

/** What a promise ended in, good or bad. */
export const ending = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "it went well",
    (error: unknown) => error,
  );
