import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/**
 * A request's body as text.
 * @param most how many bytes it may have
 * @throws Refusal 413 where it has more, 400 where it ends too soon
 */
export function readBody(incoming: IncomingMessage, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      length += chunk.length;
      // What comes after is read and dropped, so that the caller gets to hear of it.
      if (length <= most) chunks.push(chunk);
      else reject(new Refusal(413, "Body is too large"));
    });
    incoming.on("end", () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    const cut = () => reject(new Refusal(400, "The body ended too soon"));
    incoming.on("error", cut).on("close", cut);
  });
}

/** Is there a body to read at all? */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}
