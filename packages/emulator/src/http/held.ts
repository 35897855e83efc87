import type { ServerResponse } from "node:http";

/** Resolves after so many milliseconds, or as soon as nobody waits for the answer any more. */
export function heldBack(outgoing: ServerResponse, milliseconds: number): Promise<void> {
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
