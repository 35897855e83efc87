import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { payloadOf } from "./request.ts";
import { SELF_SIGNED } from "./self-signed.fixture.ts";

/** A delivery as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: unknown;
}

/** A receiver of webhooks, which answers as it is told. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers this from now on; 200 before. */
  answer(status: number, body?: string): void;
  /** Answers nothing until the returned function is called. */
  hold(): () => void;
}

/** Starts a receiver on a port of its own. @param secure with a certificate that nobody vouches for */
export async function startReceiver(secure = false): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  let text = "thanks";
  let held = Promise.resolve();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? "", headers: request.headers, body, payload: payloadOf(body) });
      await held;
      response.writeHead(status, { "x-receiver": "yes" }).end(text);
    });
  };
  const server = secure ? createSecureServer(SELF_SIGNED, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver has no port.");
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${address.port}/`,
    received,
    answer(wanted, body = "thanks") {
      status = wanted;
      text = body;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
