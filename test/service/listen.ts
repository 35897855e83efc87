import { once } from "node:events";
import type { Server } from "node:http";
import { onTestFinished } from "vitest";

/**
 * Starts a server on a free port of this machine, and stops it after the current test.
 * @returns its port
 */
export async function listenOnFreePort(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server must listen on a port.");
  return address.port;
}
