// Child process: sends requests over keep-alive connections, one at a time on each, and reports how long they took. It
// uses plain sockets instead of an HTTP client, so that the server is the bottleneck.
import { once } from "node:events";
import { connect } from "node:net";
import * as z from "zod/mini";
import { replyToParent } from "./reply.ts";
import { createResponseReader } from "./response-reader.ts";

/** Requests to send in turn. */
const LoadRequest = z.object({
  port: z.int(),
  /** Raw text of the HTTP requests. */
  requests: z.array(z.string()),
  count: z.int(),
  inFlight: z.int(),
  /** Status that every response must have. */
  status: z.int(),
});
export type LoadRequest = z.output<typeof LoadRequest>;

async function run({ port, requests, count, inFlight, status }: LoadRequest) {
  const requestBuffers = requests.map((text) => Buffer.from(text, "latin1"));
  const sockets = Array.from({ length: Math.min(inFlight, count) }, () => connect(port, "127.0.0.1").setNoDelay(true));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const started = process.hrtime.bigint();
  let sent = 0;
  const next = () => (sent < count ? requestBuffers[sent++ % requestBuffers.length] : undefined);
  const answered = sockets.map((socket) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const send = () => {
      const text = next();
      if (text) socket.write(text);
      else resolve();
    };
    const read = createResponseReader((receivedStatus) => {
      if (receivedStatus === status) send();
      else reject(new Error(`Got status ${receivedStatus}, expected ${status}.`));
    });
    socket.on("data", read).on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a connection.")));
    send();
    return promise;
  });
  await Promise.all(answered);
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  for (const socket of sockets) socket.destroy();
  return { seconds };
}

replyToParent((message) => run(LoadRequest.parse(message)));
