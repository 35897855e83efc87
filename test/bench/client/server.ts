// Child process: sends the same page in response to every request. Sends the parent its port first, then the number of
// requests so far in reply to every message.
import { createServer } from "node:http";
import { pageOfUsers } from "./page-of-users.ts";

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
