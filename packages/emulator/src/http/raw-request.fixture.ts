import { connect } from "node:net";
import type { Emulator } from "../public.ts";

/**
 * Sends a request over a socket and returns all received bytes, to check broken responses that HTTP clients don't
 * expose.
 */
export function sendRawRequest(
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
    "user-agent: raw",
    `authorization: Bearer ${tokens[token]}`,
    `content-length: ${body.length}`,
    "connection: close",
  ];
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`));
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    // An aborted connection ends like a closed one: the received bytes are complete.
    socket.on("error", () => undefined).on("close", () => resolve(received));
  });
}

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly text: string;
}

/**
 * Sends request lines as they are, for headers and targets that HTTP clients don't send.
 * @param address address to connect to; default: the host of `webUrl`
 */
export async function sendLines(
  { webUrl }: Pick<Emulator, "webUrl">,
  lines: readonly string[],
  {
    body = "",
    address,
    agent = "raw",
  }: { readonly body?: string; readonly address?: string; readonly agent?: string } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(webUrl);
  const socket = connect(Number(port), address ?? hostname.replace(/^\[|\]$/g, ""));
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => socket.on("end", resolve).on("error", reject));
  socket.write([...lines, `user-agent: ${agent}`, "connection: close", "", body].join("\r\n"));
  await ended;
  const { head, body: text } = splitResponse(Buffer.concat(chunks).toString());
  return { status: Number(head.split(" ")[1]), head, text };
}

/** Splits a raw response into head and body. */
export function splitResponse(response: string): { readonly head: string; readonly body: string } {
  const end = response.indexOf("\r\n\r\n");
  return { head: response.slice(0, end), body: response.slice(end + 4) };
}
