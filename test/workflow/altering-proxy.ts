import { createServer } from "node:http";
import { json as readJson } from "node:stream/consumers";

/** A proxy whose responses can differ from the service's. */
export interface AlteringProxy extends AsyncDisposable {
  /** Base URL of the API through the proxy. */
  readonly apiUrl: string;
}

/**
 * Starts a proxy in front of an API that changes the JSON of successful reads.
 * @param alter receives the path below the base URL, and the parsed body, which it returns changed or not
 */
export async function startAlteringProxy(
  apiUrl: string,
  alter: (path: string, body: unknown) => unknown,
): Promise<AlteringProxy> {
  const base = new URL(apiUrl);
  const server = createServer(async (incoming, outgoing) => {
    const target = new URL(incoming.url ?? "/", base);
    const body =
      incoming.method === "GET" || incoming.method === "DELETE" ? null : JSON.stringify(await readJson(incoming));
    const headers = new Headers();
    for (const name of ["authorization", "accept", "content-type", "x-github-api-version"]) {
      const value = incoming.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const response = await fetch(target, { method: incoming.method ?? "GET", headers, body });
    const text = await response.text();
    const path = target.pathname.slice(base.pathname.length);
    const isAltered = incoming.method === "GET" && response.ok && text !== "";
    const date = response.headers.get("date") ?? "";
    outgoing.writeHead(response.status, { "content-type": "application/json", date });
    outgoing.end(isAltered ? JSON.stringify(alter(path, JSON.parse(text))) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy must listen on a port.");
  return {
    apiUrl: `http://127.0.0.1:${address.port}${base.pathname}`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
