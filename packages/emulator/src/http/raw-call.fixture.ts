import { connect } from "node:net";
import type { Emulator } from "../public.ts";

/** Every byte that comes back for a call, until its connection ends: what no client would show of a broken answer. */
export function rawCall(
  { apiUrl, tokens }: Pick<Emulator, "apiUrl" | "tokens">,
  route: string,
  token = "alice",
  body = "",
): Promise<string> {
  const [method, path] = route.split(" ");
  const { hostname, port, pathname } = new URL(apiUrl);
  const lines = [
    `${method} ${pathname}${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${tokens[token]}`,
    `content-length: ${body.length}`,
    "connection: close",
  ];
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`));
    socket.setEncoding("latin1").on("data", (text: string) => {
      heard += text;
    });
    // Broken off and ended come to the same: that is all there was.
    socket.on("error", () => undefined).on("close", () => resolve(heard));
  });
}

/** An answer's head and body, as they came. */
export function partsOf(answer: string): { readonly head: string; readonly body: string } {
  const end = answer.indexOf("\r\n\r\n");
  return { head: answer.slice(0, end), body: answer.slice(end + 4) };
}
