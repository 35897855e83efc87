import { createServer } from "node:http";
import { listenOnFreePort } from "./listen.ts";

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
  return { port: await listenOnFreePort(server), requests };
}
