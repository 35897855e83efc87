// A process of its own: sends what it is told to over connections that it keeps open, a request at a time on each, and
// tells how long that took. It speaks no more HTTP than it must, so that it has time left while the server has none.
import { connect, type Socket } from "node:net";
import * as z from "zod/mini";
import { createReader } from "./reader.ts";

/** What is to be sent, in turn. */
const Load = z.object({
  port: z.int(),
  /** Requests as they go over the wire. */
  requests: z.array(z.string()),
  count: z.int(),
  inFlight: z.int(),
  /** The status that every answer must have. */
  status: z.int(),
});
export type Load = z.output<typeof Load>;

/** What it took. */
export interface LoadResult {
  readonly seconds: number;
}

async function run({ port, requests, count, inFlight, status }: Load): Promise<LoadResult> {
  const texts = requests.map((text) => Buffer.from(text, "latin1"));
  const sockets = await Promise.all(Array.from({ length: Math.min(inFlight, count) }, () => open(port)));
  const started = process.hrtime.bigint();
  let sent = 0;
  const next = () => (sent < count ? texts[sent++ % texts.length] : undefined);
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          const send = () => {
            const text = next();
            if (text) socket.write(text);
            else resolve();
          };
          const read = createReader((answered) => {
            if (answered === status) send();
            else reject(new Error(`An answer has status ${answered} where ${status} was expected.`));
          });
          socket.on("data", read).on("error", reject);
          socket.on("close", () => reject(new Error("The server closed a connection.")));
          send();
        }),
    ),
  );
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  for (const socket of sockets) socket.destroy();
  return { seconds };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket)).setNoDelay(true);
    socket.once("error", reject);
  });
}

process.on("message", async (message) => process.send?.(await run(Load.parse(message))));
process.on("disconnect", () => process.exit());
process.send?.("ready");
