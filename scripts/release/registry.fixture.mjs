// Minimal npm registry for tests: stores and serves packages. Runs in its own process, because the release scripts run
// npm synchronously, which would block a server in their process.
// Prints its URL. `/-/published` lists what was published, in order.
import { createServer } from "node:http";

/** @typedef {{ name: string, versions: Record<string, unknown> }} Publication */

/** @type {Map<string, Publication>} */
const packages = new Map();
/** @type {string[]} */
const published = [];

const server = createServer(async (request, response) => {
  /** @param {number} status @param {unknown} body */
  const respond = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.url === "/-/published") return respond(200, published);
  const name = decodeURIComponent((request.url ?? "").slice(1).split("?")[0] ?? "");
  const existing = packages.get(name);
  if (request.method !== "PUT")
    return existing === undefined ? respond(404, { error: "Not found" }) : respond(200, existing);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  /** @type {Publication} */
  const publication = JSON.parse(text);
  packages.set(name, { ...publication, versions: { ...existing?.versions, ...publication.versions } });
  published.push(...Object.keys(publication.versions).map((version) => `${name}@${version}`));
  return respond(201, { ok: true });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/\n`);
});
