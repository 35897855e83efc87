import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** A server that is not part of the service, and accepts requests of all pages. */
export interface ThirdParty {
  readonly port: number;
  /** The received requests, with their method and path. */
  readonly requests: readonly string[];
}

/** Starts a third party's server for the current test. */
export async function startThirdParty(): Promise<ThirdParty> {
  const requests: string[] = [];
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "access-control-allow-headers": "*" }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port.");
  return { port: address.port, requests };
}
