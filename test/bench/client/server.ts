// A process of its own: answers every request with the same page. It tells its parent the port, and how many requests
// there were whenever it is asked.
import { createServer } from "node:http";
import { pageOfUsers } from "./page.ts";

const body = Buffer.from(JSON.stringify(pageOfUsers()));
const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.length };

let requests = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
  requests++;
  response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("message", () => process.send?.(requests));
process.on("disconnect", () => process.exit());
