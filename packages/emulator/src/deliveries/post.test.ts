import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createPost } from "./post.ts";
import { startReceiver } from "./receiver.fixture.ts";

const post = createPost();
const OPTIONS = { timeout: 50_000, verify: true, signal: new AbortController().signal };

test("the receiver's answer comes back, with its headers and as much of its text as is kept", async () => {
  await using receiver = await startReceiver();
  receiver.answer(418, "x".repeat(300_000));
  const outcome = await post(receiver.url, { "x-sent": "1" }, '{"ä":1}', OPTIONS);
  expect(outcome).toMatchObject({ status: 418, headers: { "x-receiver": "yes" } });
  expect("body" in outcome && outcome.body.length).toBe(256 * 1024);
  expect(receiver.received).toMatchObject([{ headers: { "x-sent": "1", "content-length": "8" }, payload: { ä: 1 } }]);
});

test("a redirect is an answer, and not followed", async () => {
  await using receiver = await startReceiver();
  receiver.answer(302);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 302 });
  expect(receiver.received).toHaveLength(1);
});

test("a receiver that takes too long", async () => {
  await using receiver = await startReceiver();
  const release = receiver.hold();
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, timeout: 50 })).toEqual({ problem: "timed out" });
  release();
});

test("nobody listens there, or can", async () => {
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  for (const url of [gone.url, "http://u%ZZ:p@127.0.0.1:9/", "https://127.0.0.1:1/"]) {
    expect(await post(url, {}, "{}", OPTIONS)).toEqual({ problem: "failed to connect to host" });
  }
});

test("a certificate that nobody vouches for, unless none is asked for", async () => {
  await using receiver = await startReceiver(true);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toEqual({
    problem: "peer certificate cannot be authenticated with given CA certificates",
  });
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, verify: false })).toMatchObject({ status: 200 });
});

/** A receiver that answers what it likes, and does with the connection what it likes. */
async function startCrude(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).on("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test("a receiver that would rather speak another protocol", async () => {
  using receiver = await startCrude((socket) =>
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  );
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toEqual({ problem: "failed to connect to host" });
});

test("receivers that close connections without a word", async () => {
  using receiver = await startCrude((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    setTimeout(() => socket.destroy(), 1);
  });
  for (let n = 0; n < 50; n++) expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 200 });
});

test("and those that keep them are sent all over one", async () => {
  const sockets = new Set<Socket>();
  using receiver = await startCrude((socket) => {
    sockets.add(socket);
    socket.write("HTTP/1.1 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n");
  });
  for (let n = 0; n < 5; n++) expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 200 });
  expect(sockets.size).toBe(1);
});
