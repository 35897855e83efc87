import { execFile } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createPost } from "./post.ts";
import { startReceiver } from "./receiver.fixture.ts";

const post = createPost();
const OPTIONS = { timeout: 50_000, verify: true, allowsPrivate: true, signal: new AbortController().signal };

test("returns the response with its headers and the beginning of its body", async () => {
  await using receiver = await startReceiver();
  receiver.setResponse(418, "x".repeat(300_000));
  const outcome = await post(receiver.url, { "x-sent": "1" }, '{"ä":1}', OPTIONS);
  expect(outcome).toMatchObject({ status: 418, headers: { "x-receiver": "yes" } });
  expect("body" in outcome && outcome.body.length).toBe(256 * 1024);
  expect(receiver.received).toMatchObject([{ headers: { "x-sent": "1", "content-length": "8" }, payload: { ä: 1 } }]);
});

test("doesn't follow redirects", async () => {
  await using receiver = await startReceiver();
  receiver.setResponse(302);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 302 });
  expect(receiver.received).toHaveLength(1);
});

test("reports a timeout", async () => {
  await using receiver = await startReceiver();
  const release = receiver.holdResponses();
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, timeout: 50 })).toEqual({ problem: "timed out" });
  release();
});

test("reports a failed connection", async () => {
  const closedReceiver = await startReceiver();
  await closedReceiver[Symbol.asyncDispose]();
  for (const url of [closedReceiver.url, "http://u%ZZ:p@127.0.0.1:9/", "https://127.0.0.1:1/"]) {
    expect(await post(url, {}, "{}", OPTIONS)).toEqual({ problem: "failed to connect to host" });
  }
});

test("reports an untrusted certificate unless verification is off", async () => {
  await using receiver = await startReceiver(true);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toEqual({
    problem: "peer certificate cannot be authenticated with given CA certificates",
  });
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, verify: false })).toMatchObject({ status: 200 });
});

/** Starts a receiver that writes raw responses and controls the connection. */
async function startRawReceiver(respond: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).on("data", () => respond(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test("reports a receiver that switches protocols", async () => {
  using receiver = await startRawReceiver((socket) =>
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  );
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toEqual({ problem: "failed to connect to host" });
});

test("handles receivers that close connections without notice", async () => {
  using receiver = await startRawReceiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    setTimeout(() => socket.destroy(), 1);
  });
  for (let n = 0; n < 50; n++) expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 200 });
});

test("reuses kept-alive connections", async () => {
  const sockets = new Set<Socket>();
  using receiver = await startRawReceiver((socket) => {
    sockets.add(socket);
    socket.write("HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n");
  });
  for (let n = 0; n < 5; n++) expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 200 });
  expect(sockets.size).toBe(1);
});

test("doesn't keep the process alive while a response is missing", async () => {
  await using receiver = await startReceiver();
  await using hanging = await startReceiver();
  const release = hanging.holdResponses();
  const code = `
    import { createPost } from ${JSON.stringify(fileURLToPath(new URL("post.ts", import.meta.url)))};
    const post = createPost();
    const options = { timeout: 600_000, verify: true, allowsPrivate: true, signal: new AbortController().signal };
    const alive = setInterval(() => {}, 1000);
    void post(${JSON.stringify(hanging.url)}, {}, "{}", options);
    for (const body of ["{}", "[]"]) console.log((await post(${JSON.stringify(receiver.url)}, {}, body, options)).status);
    clearInterval(alive);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    timeout: 50_000,
  });
  expect(stdout).toBe("200\n200\n");
  release();
});
