import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ChromiumWithExtension, launchWithExtension } from "./chromium.ts";
import type { LostWrite } from "./runtimes/writing.ts";

// The numbers of docs/client.md, “In browsers”. If Chromium changes, they and the messages can change, too.

const CORS_HEADERS = [
  "access-control-allow-origin: *",
  "access-control-allow-headers: *, authorization",
  "access-control-allow-methods: *",
  "access-control-max-age: 600",
];

/** Starts an HTTP/1.1 server that closes the connection instead of responding to a POST, and counts these. */
async function startService() {
  let writes = 0;
  const waiting = new Map<string, (() => void)[]>();
  const respond = (socket: Socket, body: string, type: string) => {
    const head = ["HTTP/1.1 200 OK", `content-type: ${type}`, `content-length: ${body.length}`, ...CORS_HEADERS];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  };
  const handle = (socket: Socket, method: string, path: string) => {
    if (method === "POST") {
      writes++;
      socket.destroy();
      return;
    }
    const [, , idle = "0"] = path.split("/");
    const isApi = method === "GET" && path.startsWith("/idle/");
    if (!isApi) return respond(socket, "", "text/html");
    const responses = waiting.get(idle) ?? [];
    waiting.set(idle, responses);
    responses.push(() => respond(socket, "{}", "application/json"));
    if (responses.length < Number(idle)) return;
    waiting.delete(idle);
    for (const send of responses) send();
  };
  const server = createServer((socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      for (;;) {
        const [, head = "", body = ""] = /^(.*?\r\n)\r\n(.*)$/s.exec(received) ?? [];
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
        if (head === "" || body.length < length) return;
        received = body.slice(length);
        const [method = "", path = ""] = head.split(" ");
        handle(socket, method, path);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    writes: () => writes,
    close: () => server.close(),
  };
}

let browser: ChromiumWithExtension;
let script: string;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("runtimes/writing.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "silent",
  });
  script = outputFiles.map(({ text }) => text).join("");
  browser = await launchWithExtension();
});
afterAll(() => browser.close());

// A new port each time: the browser has no connections to it.
beforeEach(async () => {
  service = await startService();
  return service.close;
});

/**
 * Runs the write.
 * @param evaluate evaluates an expression in a page or worker
 */
const write = (evaluate: (expression: string) => Promise<LostWrite>, idleConnections: number): Promise<LostWrite> =>
  evaluate(`${script}; createReviewOnLostConnection(${JSON.stringify(service.origin)}, ${idleConnections})`);

/** Opens a page of the service. */
async function openPage() {
  const page = await browser.context.newPage();
  await page.goto(service.origin);
  return { evaluate: (expression: string) => page.evaluate<LostWrite>(expression), close: () => page.close() };
}

const UNKNOWN: LostWrite = {
  outcome: "unknown",
  detail: expect.stringContaining(
    "It may have taken effect anyway, even several times, since browsers resend requests: check before you retry.",
  ),
};

describe("a write that must not be repeated, whose connection is lost", () => {
  test("is sent once on a new connection", async () => {
    const page = await openPage();
    expect(await write(page.evaluate, 0)).toEqual(UNKNOWN);
    expect(service.writes()).toBe(1);
    await page.close();
  });

  test("is resent by Chromium for each idle connection, and its outcome is unknown", async () => {
    const page = await openPage();
    expect(await write(page.evaluate, 1)).toEqual(UNKNOWN);
    expect(service.writes()).toBe(2);
    expect(await write(page.evaluate, 6)).toEqual(UNKNOWN);
    expect(service.writes()).toBe(2 + 7);
    await page.close();
  });

  test("is also resent in the extension's worker", async () => {
    const [worker] = browser.context.serviceWorkers();
    if (!worker) throw new Error("The extension has no worker.");
    expect(await write((expression) => worker.evaluate<LostWrite>(expression), 1)).toEqual(UNKNOWN);
    expect(service.writes()).toBe(2);
  });
});
