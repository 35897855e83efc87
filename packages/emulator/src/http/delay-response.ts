import type { ServerResponse } from "node:http";

/** Resolves after a delay in milliseconds, or as soon as the connection is closed. */
export function delayResponse(outgoing: ServerResponse, milliseconds: number): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      outgoing.off("close", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    outgoing.on("close", done);
  });
}
