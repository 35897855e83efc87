// A registry as small as npm lets one be, for tests: it takes packages and gives them. A process of its own, since releases
// wait for each program that they run. It prints its address; /-/published is what has been published, in that order.
import { createServer } from "node:http";

/** @typedef {{ name: string, versions: Record<string, unknown> }} Publication */

/** @type {Map<string, Publication>} */
const packages = new Map();
/** @type {string[]} */
const published = [];

const server = createServer(async (request, response) => {
  /** @param {number} status @param {unknown} body */
  const answer = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.url === "/-/published") return answer(200, published);
  const name = decodeURIComponent((request.url ?? "").slice(1).split("?")[0] ?? "");
  const there = packages.get(name);
  if (request.method !== "PUT") return there === undefined ? answer(404, { error: "Not found" }) : answer(200, there);
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  /** @type {Publication} */
  const given = JSON.parse(text);
  packages.set(name, { ...given, versions: { ...there?.versions, ...given.versions } });
  published.push(...Object.keys(given.versions).map((version) => `${name}@${version}`));
  return answer(201, { ok: true });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/\n`);
});
