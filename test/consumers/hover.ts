import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";

const Message = z.union([
  // Only the client numbers its requests.
  z.object({ id: z.int(), result: z.unknown() }),
  z.object({ id: z.string(), method: z.string() }),
  z.object({ method: z.string() }),
]);
const Hover = z.object({ contents: z.object({ value: z.string() }) });

/**
 * Returns what an editor shows about a name: asks the compiler's language server.
 * @param compiler path of the compiler's script
 * @param name the text whose first occurrence in the file is pointed at
 */
export async function hoverText(compiler: string, file: string, name: string): Promise<string> {
  const server = spawn(process.execPath, [compiler, "--lsp", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const replies = new Map<number, (result: unknown) => void>();
  let received = Buffer.alloc(0);
  server.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const head = /^(?:.+\r\n)*?Content-Length: (\d+)\r\n(?:.+\r\n)*?\r\n/i.exec(received.toString("latin1"));
      const end = (head?.[0].length ?? 0) + Number(head?.[1] ?? 0);
      if (!head || received.length < end) return;
      const message = z.parse(Message, JSON.parse(received.subarray(head[0].length, end).toString()));
      received = received.subarray(end);
      if ("result" in message) replies.get(message.id)?.(message.result);
      // The server waits until its own requests are answered, such as for the editor's settings.
      else if ("id" in message) send({ id: message.id, result: null });
    }
  });
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const ask = (id: number, method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      replies.set(id, resolve);
      server.on("exit", () => reject(new Error("The language server ended.")));
      send({ id, method, params });
    });
  const text = readFileSync(file, "utf8");
  const before = text.slice(0, text.indexOf(name)).split("\n");
  const uri = pathToFileURL(file).href;
  try {
    const root = pathToFileURL(dirname(file)).href;
    await ask(1, "initialize", {
      processId: process.pid,
      rootUri: root,
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    send({ method: "initialized", params: {} });
    send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
    });
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return z.parse(Hover, await ask(2, "textDocument/hover", { textDocument: { uri }, position })).contents.value;
  } finally {
    server.kill();
  }
}
