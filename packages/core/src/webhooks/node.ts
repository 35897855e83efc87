import { on } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { DeliveryError, invalidField } from "../errors.ts";
import type { IncomingDelivery } from "./delivery.ts";

/** Milliseconds in which a body is in: no edition of the service waits longer for the answer to it. */
const PATIENCE = 30_000;

/** Milliseconds in which what is left of a refused body may still come. */
const LINGER = 2000;

/**
 * Makes a receiver what `createServer` of `node:http` takes, and express as a handler. Put it ahead of all that reads bodies.
 * @param receiver what `createReceiver` gives
 * @throws InputError on what is no function
 */
export function nodeListener(
  receiver: (delivery: IncomingDelivery) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (typeof receiver !== "function") throw invalidField("receiver", "must be what createReceiver gives");
  return (request, response) => {
    // Who hung up gets no answer, and nothing else comes of it.
    for (const stream of [request, response]) stream.on("error", () => {});
    // Whatever wraps a receiver may throw at once as well.
    new Promise<Response>((resolve) => resolve(receiver(deliveryIn(request))))
      .catch(() => new Response("It could not be handled.\n", { status: 500 }))
      .then((answer) => send(answer, request, response))
      .catch(() => response.destroy());
  };
}

function deliveryIn(request: IncomingMessage): IncomingDelivery {
  // Requests by HTTP/2, and of other runtimes, have no such headers: what came twice is joined in theirs.
  const headers = request.headersDistinct ?? request.headers;
  const { method } = request;
  return { method, headers, body: chunksOf(request), bodyUsed: request.readableDidRead || request.readableEnded };
}

/** Unlike the request's own iterator this one leaves the socket open to answer on when it is ended early. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (request.destroyed) throw new Error("The sender hung up.");
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    for await (const [chunk] of on(request, "data", { close: ["end"], signal: late.signal })) yield chunk;
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw new DeliveryError("The body took too long on its way.", { status: 408, problem: "body", cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  // What was left unread may have come all the same, and keeps nobody then.
  if (!request.complete) {
    request.resume();
    await setImmediate();
  }
  if (response.destroyed || response.headersSent) return;
  const isWhole = request.complete;
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": body.length,
    ...(isWhole ? {} : { connection: "close" }),
  });
  if (isWhole) {
    response.end(body);
    return;
  }
  // A socket that is closed on bytes unread takes the answer back that is on its way.
  response.write(body);
  await dropped(request);
  response.end();
}

/** Drops what is left of a request, for as long as that may take. */
async function dropped(request: IncomingMessage): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LINGER);
  await finished(request.resume(), { signal: late.signal, cleanup: true }).catch(() => {});
  clearTimeout(timer);
}
