import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect, type Socket } from "node:net";
import express from "express";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createReceiver, type Delivery, type DeliveryToSign, type SignedDelivery, signDelivery } from "./index.ts";
import { nodeListener } from "./node.ts";
import { MAX_BODY_SIZE } from "./raw-body.ts";

const SECRET = "a secret";

/** Polling options for slow machines. */
const POLL_OPTIONS = { timeout: 30_000, interval: 5 };

afterEach(() => vi.useRealTimers());

/** Serves locally until the test ends. */
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return address.port;
}

/** A receiver behind `node:http`, with the deliveries it handled and the errors it reported. */
async function startReceiver(handle: (delivery: Delivery) => unknown = () => {}) {
  const handled: Delivery[] = [];
  const problems: string[] = [];
  let arrived = 0;
  let disconnected = 0;
  const receiver = createReceiver({
    secrets: SECRET,
    on: {
      async "*"(delivery) {
        await handle(delivery);
        handled.push(delivery);
      },
    },
    onError: (error) => problems.push(String(error)),
  });
  const listener = nodeListener(receiver);
  const port = await listen((request, response) => {
    arrived += 1;
    response.on("close", () => {
      if (!response.writableFinished) disconnected += 1;
    });
    listener(request, response);
  });
  return { port, receiver, handled, problems, arrived: () => arrived, disconnected: () => disconnected };
}

const signed = (delivery: Partial<DeliveryToSign> = {}) =>
  signDelivery({ event: "ping", payload: { word: "ü 😀" }, secret: SECRET, ...delivery });

/** A body of a given size. */
const sized = (bytes: number) =>
  signed({ payload: undefined, body: new Uint8Array(bytes).fill(32).fill(125, -1).fill(123, 0, 1) });

/** The head of a request, as sent over the socket. */
function head({ headers }: SignedDelivery, ...more: readonly string[]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ["POST / HTTP/1.1", "host: here", ...lines, ...more].join("\r\n").concat("\r\n\r\n");
}

const fullRequest = (delivery: SignedDelivery) =>
  Buffer.concat([Buffer.from(head(delivery, `content-length: ${delivery.body.length}`)), delivery.body]);

/** A raw connection and what it received. */
interface RawConnection {
  readonly socket: Socket;
  /** Statuses received so far. */
  readonly statuses: () => number[];
  readonly text: () => string;
  /** Resolves with the statuses after a number of responses. */
  readonly waitForStatuses: (count: number) => Promise<number[]>;
  readonly closed: Promise<unknown>;
}

function connectRaw(port: number): RawConnection {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => {
    socket.once("close", resolve);
    socket.once("end", resolve);
  });
  const statuses = () => [...text.matchAll(/^HTTP\/1\.1 (?!100)(\d+)/gm)].map(([, status]) => Number(status));
  const waitForStatuses = async (count: number) => {
    await vi.waitFor(() => expect(statuses().length).toBeGreaterThanOrEqual(count), POLL_OPTIONS);
    return statuses();
  };
  return { socket, statuses, text: () => text, waitForStatuses, closed };
}

async function send(port: number, delivery: SignedDelivery) {
  const response = await fetch(`http://127.0.0.1:${port}/`, delivery);
  return { status: response.status, text: await response.text() };
}

describe("a delivery", () => {
  test("is handled before the response is sent", async () => {
    const { port, handled } = await startReceiver();
    expect(await send(port, await signed())).toEqual({ status: 200, text: "Handled.\n" });
    expect(handled).toMatchObject([{ event: "ping", payload: { word: "ü 😀" } }]);
    expect((await send(port, await signed({ contentType: "form" }))).status).toBe(200);
    expect((await send(port, await signed({ secret: "another" }))).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(405);
    expect(handled).toHaveLength(2);
  });

  test("can arrive in chunks of any size", async () => {
    const { port, handled } = await startReceiver();
    const delivery = await signed();
    const { socket, waitForStatuses } = connectRaw(port);
    socket.setNoDelay(true).write(head(delivery, "transfer-encoding: chunked"));
    for (const [index, byte] of delivery.body.entries()) {
      socket.write(Buffer.concat([Buffer.from("1\r\n"), Buffer.of(byte), Buffer.from("\r\n")]));
      if (index % 5 === 0) await new Promise(setImmediate);
    }
    socket.write("0\r\n\r\n");
    expect(await waitForStatuses(1)).toEqual([200]);
    expect(handled).toMatchObject([{ payload: { word: "ü 😀" } }]);
  });

  test("keeps the connection usable, whether it is accepted or rejected", async () => {
    const { port, handled } = await startReceiver();
    const { socket, waitForStatuses } = connectRaw(port);
    socket.write(fullRequest(await signed()));
    expect(await waitForStatuses(1)).toEqual([200]);
    const valid = await signed();
    const wrongAgent = { ...valid, headers: { ...valid.headers, "User-Agent": "curl" } };
    for (const delivery of [await signed({ secret: "another" }), wrongAgent, await signed()])
      socket.write(fullRequest(delivery));
    expect(await waitForStatuses(4)).toEqual([200, 401, 400, 200]);
    expect(handled).toHaveLength(2);
  });

  test("can arrive concurrently with many others", async () => {
    const allStarted = Promise.withResolvers<void>();
    let started = 0;
    const { port, handled } = await startReceiver(() => {
      started += 1;
      // The default concurrency.
      if (started === 10) allStarted.resolve();
      return allStarted.promise;
    });
    const deliveries = await Promise.all(Array.from({ length: 100 }, () => signed()));
    const responses = await Promise.all(deliveries.map((delivery) => send(port, delivery)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(handled.map(({ guid }) => guid)).size).toBe(100);
  });

  test("can have the maximum size, but not more", async () => {
    const { port, handled, problems } = await startReceiver();
    const [largest, larger] = [await sized(MAX_BODY_SIZE), await sized(MAX_BODY_SIZE).then(withLargerBody)];
    expect((await send(port, largest)).status).toBe(200);
    const declared = connectRaw(port);
    declared.socket.write(head(larger, `content-length: ${larger.body.length}`));
    declared.socket.write(larger.body.subarray(0, 100_000));
    expect(await declared.waitForStatuses(1)).toEqual([413]);
    const streamed = connectRaw(port);
    streamed.socket.write(head(larger, "transfer-encoding: chunked"));
    streamed.socket.write(`${larger.body.length.toString(16)}\r\n`);
    streamed.socket.write(larger.body);
    streamed.socket.write("\r\n0\r\n\r\n");
    expect(await streamed.waitForStatuses(1)).toEqual([413]);
    expect(handled).toHaveLength(1);
    expect(problems).toHaveLength(2);
  });
});

const withLargerBody = (delivery: SignedDelivery): SignedDelivery => ({
  ...delivery,
  body: new Uint8Array(delivery.body.length + 1),
});

describe("a client that", () => {
  test("repeats a header is rejected", async () => {
    const { port } = await startReceiver();
    const delivery = await signed();
    for (const [name, status] of [
      ["X-Hub-Signature-256", 401],
      ["X-GitHub-Delivery", 400],
      ["Content-Type", 415],
    ] as const) {
      const { socket, waitForStatuses } = connectRaw(port);
      const length = `content-length: ${delivery.body.length}`;
      socket.write(head(delivery, `${name.toLowerCase()}: ${delivery.headers[name]}`, length));
      socket.write(delivery.body);
      expect(await waitForStatuses(1)).toEqual([status]);
    }
  });

  test("sends more than declared is rejected", async () => {
    const { port, handled } = await startReceiver();
    const delivery = await signed();
    const { socket, waitForStatuses } = connectRaw(port);
    socket.write(head(delivery, `content-length: ${delivery.body.length - 1}`));
    socket.write(delivery.body);
    // Rejected either for its signature, or by Node for the excess bytes.
    expect([400, 401]).toContain((await waitForStatuses(1))[0]);
    expect((await send(port, delivery)).status).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test("sends less than declared, or disconnects, is reported and affects no other delivery", async () => {
    const { port, handled, problems, arrived } = await startReceiver();
    const delivery = await signed();
    for (const [index, disconnect] of (["end", "destroy", "resetAndDestroy"] as const).entries()) {
      const { socket, closed } = connectRaw(port);
      socket.write(head(delivery, `content-length: ${delivery.body.length + 1}`));
      socket.write(delivery.body);
      await vi.waitFor(() => expect(arrived()).toBe(index + 1), POLL_OPTIONS);
      socket[disconnect]();
      await closed;
    }
    await vi.waitFor(() => expect(problems).toHaveLength(3), POLL_OPTIONS);
    expect(new Set(problems)).toEqual(new Set(["DeliveryError: The body ended prematurely."]));
    expect((await send(port, delivery)).status).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test("disconnects before the response affects no other delivery", async () => {
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { port, handled, disconnected } = await startReceiver(() => {
      started.resolve();
      return finish.promise;
    });
    const { socket } = connectRaw(port);
    socket.write(fullRequest(await signed()));
    await started.promise;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(disconnected()).toBe(1), POLL_OPTIONS);
    finish.resolve();
    await vi.waitFor(() => expect(handled).toHaveLength(1), POLL_OPTIONS);
    expect((await send(port, await signed())).status).toBe(200);
  });

  test("keeps sending after a rejection gets its response and is disconnected eventually", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { port } = await startReceiver();
    const delivery = await signed();
    const { socket, statuses, text, closed } = connectRaw(port);
    let isClosed = false;
    closed.then(() => {
      isClosed = true;
    });
    socket.write(
      head({ ...delivery, headers: { ...delivery.headers, "User-Agent": "curl" } }, "transfer-encoding: chunked"),
    );
    const sendMore = () => {
      if (!isClosed) socket.write(`10000\r\n${"a".repeat(0x10000)}\r\n`, () => setImmediate(sendMore));
    };
    sendMore();
    while (statuses().length === 0) await new Promise(setImmediate);
    expect(statuses()).toEqual([400]);
    expect(text()).toMatch(/connection: close/i);
    while (!text().includes("user agent")) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1999);
    for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await closed;
  });

  test("is too slow is timed out", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { port, problems } = await startReceiver();
    const delivery = await signed();
    const { socket, statuses } = connectRaw(port);
    socket.write(head(delivery, `content-length: ${delivery.body.length}`));
    socket.write(delivery.body.subarray(0, 3));
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(statuses()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1001);
    while (statuses().length === 0) await new Promise(setImmediate);
    expect(statuses()).toEqual([408]);
    expect(problems).toEqual(["DeliveryError: The body did not arrive in time."]);
  });
});

describe("nodeListener", () => {
  test("works as an Express handler", async () => {
    const { receiver, handled } = await startReceiver();
    const port = await listen(express().post("/", nodeListener(receiver)).use(express.json()));
    expect((await send(port, await signed())).status).toBe(200);
    expect((await send(port, await signed({ contentType: "form" }))).status).toBe(200);
    expect(handled).toHaveLength(2);
  });

  test.each([
    ["JSON", "json"],
    ["forms", "form"],
  ] as const)("reports an error if Express parsed the body before: %s", async (_, contentType) => {
    const { receiver, handled, problems } = await startReceiver();
    const parsers = [express.json(), express.urlencoded({ extended: false })];
    const port = await listen(express().use(parsers).post("/", nodeListener(receiver)));
    const { status, text } = await send(port, await signed({ contentType }));
    expect(status).toBe(500);
    expect(text).toContain("read before");
    expect(problems).toEqual([expect.stringContaining("read before")]);
    expect(handled).toEqual([]);
  });

  test("works with an HTTP/2 server", async () => {
    const { receiver, handled } = await startReceiver();
    const server = createHttp2Server();
    server.on("request", (...args) => Reflect.apply(nodeListener(receiver), undefined, args));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const session = connectHttp2(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
    });
    const { headers, body } = await signed();
    const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const stream = session.request({ ":method": "POST", ":path": "/", ...Object.fromEntries(lowerCased) });
    stream.end(body);
    const [response] = await once(stream, "response");
    expect(response).toMatchObject({ ":status": 200 });
    expect(handled).toHaveLength(1);
  });

  test("rejects a value that is not a receiver, and responds with 500 if a receiver fails", async () => {
    // @ts-expect-error: the options of a receiver are not a receiver
    expect(() => nodeListener({ secrets: SECRET })).toThrow("receiver must be a receiver from createReceiver");
    const throwError = (): never => {
      throw new Error("broken");
    };
    for (const broken of [() => Promise.reject(new Error("broken")), throwError]) {
      const port = await listen(nodeListener(broken));
      expect(await send(port, await signed())).toEqual({ status: 500, text: "The delivery could not be handled.\n" });
    }
  });
});
