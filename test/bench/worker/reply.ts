import type { Serializable } from "node:child_process";
import { createServer, type RequestListener } from "node:http";

/**
 * Sends a first message to the parent process, then a reply to each of its messages. Exits with the parent.
 * @param ready the first message
 */
export function replyToParent(reply: (message: unknown) => unknown, ready: Serializable = "ready"): void {
  process.on("message", async (message) => process.send?.(await reply(message)));
  process.on("disconnect", () => process.exit());
  process.send?.(ready);
}

/** Serves requests on a free port, which is the first message to the parent process, and replies to the parent. */
export function serveForParent(listener: RequestListener, reply: (message: unknown) => unknown): void {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    replyToParent(reply, typeof address === "object" && address ? address.port : 0);
  });
}
