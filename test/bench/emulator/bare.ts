// Child process: a minimal server for comparison. It sends recorded responses, by method and path.
import { createServer } from "node:http";
import * as z from "zod/mini";

/** A response recorded from another server. */
const RecordedResponse = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type RecordedResponse = z.output<typeof RecordedResponse>;

const responses = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const recorded = responses.get(`${request.method} ${request.url}`);
  if (recorded) response.writeHead(recorded.status, recorded.headers).end(recorded.body);
  else response.writeHead(404).end();
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("message", (message) => {
  for (const { method, path, status, headers, body } of z.array(RecordedResponse).parse(message)) {
    responses.set(`${method} ${path}`, { status, headers, body: Buffer.from(body) });
  }
  process.send?.("stored");
});
process.on("disconnect", () => process.exit());
