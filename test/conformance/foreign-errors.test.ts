import { execFile } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";
import { type ClientOptions, createClient, isConnectionError } from "@forgehand/core";
import { getContents } from "@forgehand/core/operations/contents";
import { createRepositoryHook } from "@forgehand/core/operations/webhooks";
import { undiciTransport } from "@forgehand/core/undici";
import ky from "ky";
import { describe, expect, test } from "vitest";
import { listenOnFreePort } from "../service/listen.ts";
import { TOKEN } from "./foreign-errors/call-with-fetch.ts";

const SECRET = 'two "quoted" lines\nof the hook\'s secret';
const HIDDEN = [TOKEN, SECRET, JSON.stringify(SECRET).slice(1, -1), "of the hook's secret", "query-of-the-call"];

/** Starts a service on a free port. */
async function startService(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listenOnFreePort(createServer(listener))}`;
}

const loseConnection: RequestListener = ({ socket }) => socket.destroy();
const respondNotFound: RequestListener = (_, response) => response.writeHead(404).end("{}");

/** Makes a write that contains a secret, and a read with a query. Returns their errors and the client's events. */
async function failedCalls(options: ClientOptions) {
  const events: unknown[] = [];
  const { call, request } = createClient({
    credentials: TOKEN,
    retry: false,
    cache: false,
    pace: { preset: "off", owner: crypto.randomUUID() },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const config = { url: "https://receiver.test", secret: SECRET };
  const errors = await Promise.all([
    call(createRepositoryHook, { owner: "acme", repo: "widgets", config }).catch((error: unknown) => error),
    request("GET /search/code", { q: "query-of-the-call" }).catch((error: unknown) => error),
  ]);
  expect(errors.map(isConnectionError)).toEqual([true, true]);
  return { errors, events };
}

/** Writes a value in every form in which programs log values. */
function writtenForms(value: unknown): string {
  const options = {
    depth: null,
    showHidden: true,
    getters: true,
    maxStringLength: null,
    maxArrayLength: null,
  } as const;
  const clone: unknown = structuredClone(value);
  const stacks = Array.isArray(value) ? value.map((error) => (error instanceof Error ? String(error.stack) : "")) : [];
  return [inspect(value, options), inspect(clone, options), JSON.stringify(value), String(value), ...stacks].join("\n");
}

function expectNothingHidden(written: string): void {
  for (const hidden of HIDDEN) expect(written).not.toContain(hidden);
}

describe("no error or event reveals the token, a secret or a query", () => {
  test.each<[title: string, options: Partial<ClientOptions>, listener: RequestListener]>([
    ["the platform's fetch", {}, loseConnection],
    ["ky, of lost connections", { fetch: ky.create({ retry: 0 }) }, loseConnection],
    ["ky, of rejected responses", { fetch: ky.create({ retry: 0 }) }, respondNotFound],
    ["undici", { transport: undiciTransport() }, loseConnection],
  ])("if it wraps an error of %s", async (_, options, listener) => {
    const baseUrl = await startService(listener);
    const { errors, events } = await failedCalls({ baseUrl, ...options });
    expectNothingHidden(writtenForms(errors));
    expectNothingHidden(inspect(events, { depth: null, showHidden: true, getters: true }));
    for (const error of errors) {
      expect(error).toMatchObject({ cause: { name: expect.any(String), message: expect.any(String) } });
    }
  });

  /** Errors that contain the request in places where own keys don't show it, or that fail when they are read. */
  const thrownValues: [title: string, create: (request: Request, text: string) => unknown][] = [
    ["an own property", (request) => Object.assign(new Error("Failed."), { request })],
    ["a symbol", (request) => Object.assign(new Error("Failed."), { [Symbol("request")]: request })],
    ["a getter", (request) => Object.defineProperty(new Error("Failed."), "request", { get: () => request })],
    [
      "its prototype",
      (request) =>
        Object.setPrototypeOf(new Error("Failed."), Object.assign(Object.create(Error.prototype), { request })),
    ],
    [
      "a private field",
      (request) =>
        new (class extends Error {
          readonly #request = request;
          get request() {
            return this.#request;
          }
        })("Failed."),
    ],
    ["its message, name, code and stack", (_, text) => namedError(text)],
    ["a long message", (_, text) => new Error(`${"x".repeat(490)} ${text}`)],
    [
      "its causes",
      (request, text) => new Error("Failed.", { cause: { message: text, request, cause: namedError(text) } }),
    ],
    ["an aggregate", (request, text) => new AggregateError([namedError(text), { request }, text], text)],
    ["a plain object", (request, text) => ({ message: text, code: text, request })],
    ["a string", (_, text) => text],
    ["a symbol alone", (_, text) => Symbol(text)],
    ["a function", (request) => Object.assign(() => request, { request })],
    [
      "a proxy that fails when it is read",
      (request) =>
        new Proxy(Object.assign(new Error("Failed."), { request }), {
          get: () => {
            throw request;
          },
          getPrototypeOf: () => {
            throw request;
          },
          ownKeys: () => {
            throw request;
          },
        }),
    ],
    [
      "getters that fail",
      (request) => ({
        get message(): string {
          throw request;
        },
        get cause(): unknown {
          throw request;
        },
        get errors(): unknown {
          throw request;
        },
      }),
    ],
    [
      "a getter whose value changes",
      (_, text) => {
        let reads = 0;
        return Object.defineProperty(new Error(), "message", { get: () => (reads++ === 0 ? "Failed." : text) });
      },
    ],
    [
      "a cause that contains itself",
      (request) => {
        const error = Object.assign(new Error("Failed."), { request });
        return Object.assign(error, { cause: error });
      },
    ],
    ["nothing", () => undefined],
    ["null", () => null],
  ];
  test.each(thrownValues)("if fetch throws an error that contains the request in %s", async (_, create) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      throw create(request, `${request.headers.get("authorization")} ${request.url} ${await request.clone().text()}`);
    };
    const { errors, events } = await failedCalls({ baseUrl: "https://forge.test", fetch });
    expectNothingHidden(writtenForms(errors));
    expectNothingHidden(inspect(events, { depth: null, showHidden: true, getters: true }));
  });

  test("if a program prints it with console.error, or doesn't catch it", async () => {
    const baseUrl = await startService(respondNotFound);
    const script = fileURLToPath(new URL("foreign-errors/call-with-fetch.ts", import.meta.url));
    const run = promisify(execFile)(process.execPath, ["--no-warnings", script, baseUrl]);
    const failure: unknown = await run.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/ConnectionError(.|\n)*ConnectionError/) });
    if (typeof failure !== "object" || failure === null || !("stderr" in failure)) throw failure;
    expect(failure.stderr).toContain("HTTPError");
    expect(failure.stderr).not.toContain(TOKEN);
  });
});

function namedError(text: string): Error {
  const error = Object.assign(new Error(text), { code: text, name: text });
  error.stack = text;
  return error;
}

test("a cause keeps the name, the code and the message of each nested error", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new AggregateError([refused, refused]) }));
  const { errors } = await failedCalls({ baseUrl: "https://forge.test", fetch });
  expect(errors[0]).toMatchObject({
    cause: {
      name: "TypeError",
      message: "fetch failed",
      cause: { name: "AggregateError", errors: [{ code: "ECONNREFUSED", message: refused.message }, refused] },
    },
  });
});

test("a failing download has an error without foreign objects, too", async () => {
  const request = new Request("https://forge.test", { headers: { authorization: `Bearer ${TOKEN}` } });
  const body = new ReadableStream({ pull: (stream) => stream.error(Object.assign(new Error("Failed."), { request })) });
  const { download } = createClient({
    baseUrl: "https://forge.test",
    credentials: TOKEN,
    fetch: async () => new Response(body),
  });
  const input = { owner: "acme", repo: "widgets", path: "logo.png" };
  const { stream } = await download(getContents, input, { mediaType: "raw" });
  const error: unknown = await new Response(stream).text().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "ConnectionError", cause: { message: "Failed." } });
  expectNothingHidden(writtenForms([error]));
});

test("the error of a credentials function is described by an InputError, and nothing is sent", async () => {
  const client = createClient({
    baseUrl: await startService(() => expect.unreachable("A request was sent.")),
    credentials: async () => {
      throw Object.assign(new Error(`The store said no to https://user:password@store.test/?key=store-key.`), {
        name: "StoreError",
        config: { key: "store-key" },
      });
    },
  });
  const error: unknown = await client.request("GET /user").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "InputError",
    field: "credentials",
    message: "The credentials function failed: StoreError: The store said no to https://store.test/.",
    cause: { name: "StoreError" },
  });
  expect(writtenForms([error])).not.toMatch(/store-key|password/);
});

test("an error of custom middleware reaches the caller unchanged, and listeners as a copy", async () => {
  const events: unknown[] = [];
  const thrown = new Error("Failed.");
  const { call } = createClient({
    baseUrl: "https://forge.test",
    credentials: TOKEN,
    middleware: [() => (request) => Promise.reject(Object.assign(thrown, { request }))],
    onEvent: (event) => events.push(event),
  });
  const config = { url: "https://receiver.test", secret: SECRET };
  await expect(call(createRepositoryHook, { owner: "acme", repo: "widgets", config })).rejects.toBe(thrown);
  expect(events).toMatchObject([{ type: "error", error: { name: "Error", message: "Failed." } }]);
  expectNothingHidden(inspect(events, { depth: null, showHidden: true, getters: true }));
});
