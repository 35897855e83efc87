import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { type ClientOptions, createClient } from "@forgehand/core";
import { leanClient } from "@forgehand/core/lean";
import { getContents } from "@forgehand/core/operations/contents";
import { starRepository } from "@forgehand/core/operations/starring";
import { createRepositoryVariable } from "@forgehand/core/operations/variables";
import { getSubscription, setSubscription } from "@forgehand/core/operations/watching";
import { undiciTransport } from "@forgehand/core/undici";
import ky from "ky";
import { describe, expect, test, vi } from "vitest";
import { listenOnFreePort } from "../service/listen.ts";

/** Limits of the client under test. */
const LIMITS = { maxBodyBytes: 1_000_000, maxDownloadBytes: 2_000_000 } as const;

const repository = { owner: "acme", repo: "widgets" };
const file = { ...repository, path: "logo.png" };

/** Starts a service, and counts its requests and open connections. */
async function startService(listener: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.method ?? "");
    listener(request.resume(), response);
  });
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    socket.on("close", () => connections--);
  });
  const baseUrl = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  return { baseUrl, requests, connections: () => connections };
}

const JSON_TYPE = { "content-type": "application/json" };

/** Sends the chunk again and again, as fast as the client reads. */
function sendEndless(response: ServerResponse, chunk: Uint8Array | string): void {
  function* chunks() {
    for (;;) yield chunk;
  }
  Readable.from(chunks())
    .on("error", () => {})
    .pipe(response);
}

const TRANSPORTS: [title: string, options: () => Partial<ClientOptions>][] = [
  ["the platform's fetch", () => ({})],
  ["a replacement of fetch", () => ({ fetch: ky.create({ throwHttpErrors: false, retry: 0 }) })],
  ["undici", () => ({ transport: undiciTransport() })],
];

function clientFor(baseUrl: string, options: Partial<ClientOptions>) {
  const pace = { preset: "off", owner: crypto.randomUUID() } as const;
  return createClient({ baseUrl, credentials: "ghp_x", pace, ...LIMITS, ...options });
}

/** Largest chunk in which a platform decompresses, in bytes. */
const LARGEST_CHUNK = 65_536;

const ZEROS = new Uint8Array(16 * 1024 * 1024);

/** Gzips several times: four times are enough for 16 MB in a few hundred bytes. */
const gzipTimes = (bytes: Uint8Array, times: number): Uint8Array =>
  times === 0 ? bytes : gzipTimes(gzipSync(bytes), times - 1);

const encoded = (encoding: string, body: Uint8Array) => ({
  headers: { ...JSON_TYPE, "content-encoding": encoding, "content-length": body.length },
  body,
});

/** Small bodies that are 16 MB when they are decompressed. */
const BOMBS: [title: string, bomb: { readonly headers: Record<string, string | number>; readonly body: Uint8Array }][] =
  [
    ["gzip", encoded("gzip", gzipSync(ZEROS))],
    ["br", encoded("br", brotliCompressSync(ZEROS))],
    ["gzip five times", encoded(Array(5).fill("gzip").join(", "), gzipTimes(ZEROS, 5))],
  ];
describe.each(TRANSPORTS)("with %s", (_, transportOptions) => {
  test.each([200, 404, 500])("an endless body of a %d ends in an error that names the limit", async (status) => {
    const service = await startService((_, response) =>
      sendEndless(response.writeHead(status, JSON_TYPE), "[".repeat(1000)),
    );
    const { call } = clientFor(service.baseUrl, transportOptions());
    const error = await call(getSubscription, repository).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "ResponseError",
      status,
      detail: "The response is larger than 1000000 bytes, the maximum of the option maxBodyBytes.",
    });
    expect(service.requests).toHaveLength(1);
    await vi.waitFor(() => expect(service.connections()).toBe(0));
  });

  test.each(BOMBS)("an exploding body ends in an error, without blocking: %s", async (_, { headers, body }) => {
    const service = await startService((_, response) => response.writeHead(200, headers).end(body));
    const { call } = clientFor(service.baseUrl, transportOptions());
    const memoryBefore = process.memoryUsage().arrayBuffers;
    let turns = 0;
    let countTurns = () => {
      turns++;
      setImmediate(countTurns);
    };
    countTurns();
    const error = await call(getSubscription, repository).catch((thrown: unknown) => thrown);
    countTurns = () => {};
    expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining("maxBodyBytes") });
    expect(process.memoryUsage().arrayBuffers - memoryBefore).toBeLessThan(16_000_000);
    // Each turn processes a chunk, so other work of the process is never delayed by more than one.
    expect(turns).toBeGreaterThan(LIMITS.maxBodyBytes / LARGEST_CHUNK);
  });

  test("more than five encodings are rejected, five are accepted", async () => {
    const json = new TextEncoder().encode('{"a":1}');
    const service = await startService(({ url }, response) => {
      const times = Number(url?.slice(1));
      const { headers, body } = encoded(Array(times).fill("gzip").join(", "), gzipTimes(json, times));
      response.writeHead(200, headers).end(body);
    });
    const { request } = clientFor(service.baseUrl, transportOptions());
    expect(await request("GET /5")).toEqual({ a: 1 });
    await expect(request("GET /6")).rejects.toMatchObject({
      name: "ResponseError",
      detail: "The response has more than 5 content encodings, the maximum.",
    });
    expect(service.requests).toHaveLength(2);
    await vi.waitFor(() => expect(service.connections()).toBeLessThanOrEqual(1));
  });

  test("headers above the maximum are rejected", async () => {
    const service = await startService(({ url }, response) => {
      response.setHeader("x-long", "x".repeat(Number(url?.slice(1))));
      response.writeHead(200, JSON_TYPE).end("{}");
    });
    const { request } = clientFor(service.baseUrl, transportOptions());
    expect(await request("GET /10000")).toEqual({});
    await expect(request("GET /17000")).rejects.toMatchObject({
      name: "ResponseError",
      detail: "The response has headers of more than 16 KB, the maximum.",
    });
    expect(service.requests).toHaveLength(2);
  });

  test("a write whose response is rejected before its status is known has an unknown outcome", async () => {
    const service = await startService((_, response) => {
      response.setHeader("x-long", "x".repeat(17_000));
      response.writeHead(201, JSON_TYPE).end("{}");
    });
    const { call } = clientFor(service.baseUrl, { ...transportOptions(), retry: false });
    await expect(call(setSubscription, repository)).rejects.toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
      detail:
        "The response has headers of more than 16 KB, the maximum. It may have taken effect anyway: check before you retry.",
    });
  });

  test("a body of single bytes is read like any other", async () => {
    const service = await startService((_, response) => {
      response.writeHead(200, JSON_TYPE);
      // Each write is a chunk of its own.
      for (let byte = 0; byte < 20_000; byte++) response.write(" ");
      response.end("{}");
    });
    expect(await clientFor(service.baseUrl, transportOptions()).request("GET /x")).toEqual({});
  });

  test("a body of exactly the limit is accepted, with or without its length", async () => {
    const text = `"${"x".repeat(LIMITS.maxBodyBytes - 2)}"`;
    const service = await startService(({ url }, response) => {
      const length = url === "/length" ? { "content-length": text.length } : {};
      response.writeHead(200, { ...JSON_TYPE, ...length }).end(url === "/over" ? `${text} ` : text);
    });
    const { request } = clientFor(service.baseUrl, transportOptions());
    for (const path of ["/length", "/chunked"]) expect(await request(`GET ${path}`)).toHaveLength(text.length - 2);
    await expect(request("GET /over")).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("files have their own limit, and streams have none", async () => {
    const size: { value: number } = { value: LIMITS.maxDownloadBytes };
    const service = await startService((_, response) => {
      Readable.from([ZEROS.subarray(0, size.value)]).pipe(response.writeHead(200));
    });
    const { call, download } = clientFor(service.baseUrl, transportOptions());
    const raw = { mediaType: "raw" } as const;
    expect(await call(getContents, file, raw)).toHaveLength(size.value);
    size.value++;
    await expect(call(getContents, file, raw)).rejects.toMatchObject({
      name: "ResponseError",
      detail: "The response is larger than 2000000 bytes, the maximum of the option maxDownloadBytes.",
    });
    size.value = 10_000_000;
    const { stream } = await download(getContents, file, raw);
    let read = 0;
    for await (const chunk of stream) read += chunk.length;
    expect(read).toBe(size.value);
  });

  test("a write is never repeated because of its response, and never reported as not executed", async () => {
    const reply = { status: 200 };
    const service = await startService((_, response) =>
      sendEndless(response.writeHead(reply.status, JSON_TYPE), " ".repeat(1000)),
    );
    const { call } = clientFor(service.baseUrl, transportOptions());
    const messageOf = (promise: Promise<unknown>) => promise.then(() => "", String);
    expect(await messageOf(call(setSubscription, repository))).toMatch(
      /maxBodyBytes\. The write was executed anyway\.$/,
    );
    reply.status = 201;
    const variable = { ...repository, name: "LEVEL", value: "3" };
    expect(await messageOf(call(createRepositoryVariable, variable))).toContain("The write was executed anyway.");
    reply.status = 502;
    await expect(call(createRepositoryVariable, variable)).rejects.toMatchObject({
      name: "ServiceError",
      status: 502,
      outcome: "unknown",
      detail: expect.stringMatching(/maxBodyBytes\. It may have taken effect anyway: check before you retry\.$/),
    });
    reply.status = 404;
    expect(await messageOf(call(createRepositoryVariable, variable))).not.toMatch(/anyway|executed/);
    expect(service.requests).toHaveLength(4);
  });
});

test("undici rejects an exploding zstd body, and one with a large window", async () => {
  const service = await startService((_, response) => {
    const { headers, body } = encoded("zstd", zstdCompressSync(ZEROS));
    response.writeHead(200, headers).end(body);
  });
  const { call } = clientFor(service.baseUrl, { transport: undiciTransport(), retry: false });
  await expect(call(getSubscription, repository)).rejects.toMatchObject({ name: "ResponseError" });
});

test("a custom transport that ignores the limits is checked afterwards", async () => {
  const headers = new Headers(JSON_TYPE);
  const text = `{}${" ".repeat(LIMITS.maxBodyBytes)}`;
  const { call } = clientFor("https://forge.test", { transport: async () => ({ status: 200, headers, text }) });
  await expect(call(getSubscription, repository)).rejects.toMatchObject({
    name: "ResponseError",
    message: expect.stringContaining("maxBodyBytes"),
  });
});

test("a replacement of fetch can return a body of another kind", async () => {
  const body = new TextEncoder().encode('{"a":1}');
  const fetch: typeof globalThis.fetch = async () =>
    Object.defineProperties(new Response(body, { headers: JSON_TYPE }), {
      body: { value: Readable.from([body]) },
    });
  expect(await clientFor("https://forge.test", { fetch }).request("GET /x")).toEqual({ a: 1 });
});

test("the lean client has the same limits", async () => {
  const service = await startService((_, response) =>
    sendEndless(response.writeHead(200, JSON_TYPE), "[".repeat(1000)),
  );
  const { call } = leanClient({ baseUrl: service.baseUrl, maxBodyBytes: 1000 });
  await expect(call(getSubscription, repository)).rejects.toMatchObject({
    name: "ResponseError",
    message: expect.stringContaining("larger than 1000 bytes"),
  });
  await expect(call(starRepository, repository)).rejects.toThrow("The write was executed anyway");
});

test.each([0, -1, Number.NaN, "10"])("an invalid limit is rejected: %s", (value) => {
  for (const name of ["maxBodyBytes", "maxDownloadBytes"]) {
    const options = { baseUrl: "https://forge.test", [name]: value };
    for (const create of [() => createClient(options), () => leanClient(options)]) {
      expect(create).toThrow(`${name} must be a number of bytes, 1 or more`);
    }
  }
});
