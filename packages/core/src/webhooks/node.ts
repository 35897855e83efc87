import { on } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { errorCause } from "../error-cause.ts";
import { DeliveryError, invalidField } from "../errors.ts";
import type { IncomingDelivery } from "./read-delivery.ts";

/** Milliseconds for a body to arrive: no edition of GitHub waits longer for a response. */
const BODY_TIMEOUT = 30_000;

/** Milliseconds to drain the rest of a rejected body. */
const DRAIN_TIMEOUT = 2000;

/**
 * Converts a receiver to a listener for `createServer` of `node:http`, or an Express handler. Install it before any
 * body parser.
 * @param receiver the result of `createReceiver`
 * @throws InputError if the receiver is not a function
 */
export function nodeListener(
  receiver: (delivery: IncomingDelivery) => Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => void {
  if (typeof receiver !== "function") throw invalidField("receiver", "must be a receiver from createReceiver");
  return (request, response) => {
    // Connection errors need no handling: there is no client left to respond to.
    for (const stream of [request, response]) stream.on("error", () => {});
    // A wrapper of a receiver may throw synchronously.
    new Promise<Response>((resolve) => resolve(receiver(toIncomingDelivery(request))))
      .catch(() => new Response("The delivery could not be handled.\n", { status: 500 }))
      .then((result) => sendResponse(result, request, response))
      .catch(() => response.destroy());
  };
}

function toIncomingDelivery(request: IncomingMessage): IncomingDelivery {
  // HTTP/2 requests and other runtimes do not have `headersDistinct`; their repeated headers are joined.
  const headers = request.headersDistinct ?? request.headers;
  const { method } = request;
  return { method, headers, body: readChunks(request), bodyUsed: request.readableDidRead || request.readableEnded };
}

/**
 * Unlike the request's own iterator, ending this one early does not destroy the socket, so that a response can be sent.
 */
async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (request.destroyed) throw new Error("The client disconnected.");
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), BODY_TIMEOUT);
  try {
    for await (const [chunk] of on(request, "data", { close: ["end"], signal: timeout.signal })) yield chunk;
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    throw new DeliveryError("The body did not arrive in time.", {
      status: 408,
      problem: "body",
      cause: errorCause(error),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function sendResponse(result: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await result.arrayBuffer());
  // If the unread rest has already arrived, there is no need to close the connection.
  if (!request.complete) {
    request.resume();
    await setImmediate();
  }
  if (response.destroyed || response.headersSent) return;
  const isComplete = request.complete;
  response.writeHead(result.status, {
    ...Object.fromEntries(result.headers),
    "content-length": body.length,
    ...(isComplete ? {} : { connection: "close" }),
  });
  if (isComplete) {
    response.end(body);
    return;
  }
  // Closing a socket with unread bytes could discard the response in flight.
  response.write(body);
  await drain(request);
  response.end();
}

/** Drains the rest of a request, up to a timeout. */
async function drain(request: IncomingMessage): Promise<void> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), DRAIN_TIMEOUT);
  await finished(request.resume(), { signal: timeout.signal, cleanup: true }).catch(() => {});
  clearTimeout(timer);
}
