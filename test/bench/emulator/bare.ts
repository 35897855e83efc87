// A process of its own: what a server costs that does nothing. It sends the bytes that it is told, by method and path.
import { createServer } from "node:http";
import * as z from "zod/mini";

/** An answer as another server gave it. */
const BareAnswer = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type BareAnswer = z.output<typeof BareAnswer>;

const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const answer = answers.get(`${request.method} ${request.url}`);
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  else response.writeHead(404).end();
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("message", (message) => {
  for (const { method, path, status, headers, body } of z.array(BareAnswer).parse(message)) {
    answers.set(`${method} ${path}`, { status, headers, body: Buffer.from(body) });
  }
  process.send?.("known");
});
process.on("disconnect", () => process.exit());
