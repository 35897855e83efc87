import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { parseDeliveryBody } from "../state/delivery-body.ts";
import { SELF_SIGNED } from "./self-signed.fixture.ts";

export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: unknown;
}

/** A webhook receiver with configurable responses. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Its host and port, for `allowHookHost`. */
  readonly host: string;
  readonly received: readonly ReceivedDelivery[];
  /** Sets the response for the following deliveries. The default status is 200. */
  setResponse(status: number, body?: string, headers?: Readonly<Record<string, string>>): void;
  /** Holds back responses until the returned function is called. */
  holdResponses(): () => void;
}

/**
 * Starts a receiver on a free port.
 * @param secure uses a self-signed certificate
 * @param headers further headers of all responses
 */
export async function startReceiver(secure = false, headers: Readonly<Record<string, string>> = {}): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  let status = 200;
  let text = "thanks";
  let extraHeaders = headers;
  let blocker = Promise.resolve();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? "", headers: request.headers, body, payload: parseDeliveryBody(body) });
      await blocker;
      response.writeHead(status, { "x-receiver": "yes", ...extraHeaders }).end(text);
    });
  };
  const server = secure ? createSecureServer(SELF_SIGNED, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver has no port.");
  const host = `127.0.0.1:${address.port}`;
  return {
    url: `${secure ? "https" : "http"}://${host}/`,
    host,
    received,
    setResponse(newStatus, body = "thanks", newHeaders = headers) {
      status = newStatus;
      text = body;
      extraHeaders = newHeaders;
    },
    holdResponses() {
      const { promise, resolve } = Promise.withResolvers<void>();
      blocker = promise;
      return resolve;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
