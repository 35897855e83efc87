import { describe, expect, test } from "vitest";
import { listCollaborators } from "../../contract/repository/collaborators.ts";
import { getContents } from "../../contract/repository/contents.ts";
import { listRepositoryHooks } from "../../contract/repository/hooks.ts";
import { listStargazers } from "../../contract/repository/starring.ts";
import { listRepositoryVariables } from "../../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import type { ClientOptions } from "../client.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { cache, leanClient } from "../lean.ts";
import { subscription, widgets } from "../mock-client.fixture.ts";
import { user, variable } from "../payloads.fixture.ts";
import {
  content,
  createTestClient,
  outcomeOf,
  type ReceivedRequest,
  type Reply,
  reply,
  startService,
  TOKEN,
  waitUntil,
} from "../service.fixture.ts";
import type { CacheOptions } from "./client-cache-options.ts";

/** A service that sets an etag per URL and answers matching conditional requests with 304. */
const serviceWithEtags = (headers: Record<string, string> = {}) =>
  startService(({ headers: requestHeaders, url }) => {
    const etag = `"${url}"`;
    return requestHeaders["if-none-match"] === etag ? reply(304) : reply(200, subscription, { etag, ...headers });
  });

/** A caching client without rate limits. */
function cachingClient(origin: string, cache: CacheOptions | boolean = true, options: Partial<ClientOptions> = {}) {
  return createTestClient(origin, { cache, pace: { preset: "off", owner: crypto.randomUUID() }, ...options });
}

const etagsSent = (requests: readonly ReceivedRequest[]) => requests.map(({ headers }) => headers["if-none-match"]);

/** A store with visible contents. */
function memoryStore() {
  const entries = new Map<string, string>();
  const storage: KeyValueStore = {
    get: async (key) => entries.get(key),
    set: async (key, value) => {
      entries.set(key, value);
    },
  };
  return { entries, storage };
}

describe("a response is revalidated", () => {
  test("by its etag", async () => {
    const { origin, requests } = await serviceWithEtags();
    const { call } = cachingClient(origin);
    const input = { owner: "acme", repo: "widgets" };
    for (let attempt = 0; attempt < 3; attempt++) expect(await call(getSubscription, input)).toEqual(subscription);
    const etag = '"/api/v3/repos/acme/widgets/subscription"';
    expect(etagsSent(requests)).toEqual([undefined, etag, etag]);
  });

  test("by its modification date if it has no etag", async () => {
    const date = "Mon, 02 Mar 2026 10:00:00 GMT";
    const { origin, requests } = await startService(({ headers }) =>
      headers["if-modified-since"] === date ? reply(304) : reply(200, subscription, { "last-modified": date }),
    );
    const { call } = cachingClient(origin);
    await call(getSubscription, widgets);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(requests.map(({ headers }) => headers["if-modified-since"])).toEqual([undefined, date]);
  });

  test("and replaced when it has changed", async () => {
    let version = 1;
    const { origin, requests } = await startService(({ headers }) => {
      const etag = `"${version}"`;
      const body = { ...subscription, ignored: version === 2 };
      return headers["if-none-match"] === etag ? reply(304) : reply(200, body, { etag });
    });
    const { call } = cachingClient(origin);
    await call(getSubscription, widgets);
    version = 2;
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await call(getSubscription, widgets)).toMatchObject({ ignored: true });
    expect(etagsSent(requests)).toEqual([undefined, '"1"', '"2"']);
  });

  test.each([
    ["it has neither etag nor date", reply(200, subscription)],
    ["it must not be stored", reply(200, subscription, { etag: '"1"', "cache-control": "private, No-Store" })],
    ['it means "not found"', reply(404, { message: "Not Found" }, { etag: '"1"' })],
  ])("unless %s", async (_, response) => {
    const { origin, requests } = await startService(() => response);
    const { call } = cachingClient(origin);
    for (let attempt = 0; attempt < 2; attempt++) await call(getSubscription, widgets);
    expect(etagsSent(requests)).toEqual([undefined, undefined]);
  });

  test("unless caching is disabled", async () => {
    const { origin, requests } = await serviceWithEtags();
    const { call } = cachingClient(origin, false);
    for (let attempt = 0; attempt < 2; attempt++) await call(getSubscription, widgets);
    expect(etagsSent(requests)).toEqual([undefined, undefined]);
  });

  test("304 without a cached response is an error", async () => {
    const { origin } = await startService(() => reply(304));
    await expect(cachingClient(origin).call(getSubscription, widgets)).rejects.toMatchObject({
      name: "ResponseError",
      status: 304,
    });
  });

  test("headers of a 304 take precedence, except those about the body", async () => {
    const { origin } = await startService(({ headers }) =>
      headers["if-none-match"]
        ? reply(304, undefined, { "x-ratelimit-used": "2", "content-type": "text/html" })
        : reply(200, { a: 1 }, { etag: '"1"', "x-ratelimit-used": "1", "x-once": "yes" }),
    );
    const { request } = cachingClient(origin);
    await request("GET /anything");
    const { output, headers, status } = await request.raw("GET /anything");
    expect([output, status]).toEqual([{ a: 1 }, 200]);
    expect(["x-ratelimit-used", "x-once", "content-type"].map((name) => headers.get(name))).toEqual([
      "2",
      null,
      "application/json",
    ]);
  });

  test("a list continues over unchanged pages", async () => {
    const service = await startService(({ url, headers }) => {
      if (headers["if-none-match"]) return reply(304);
      const isFirst = !url.includes("page=2");
      const link = `<${service.origin}/api/v3/repos/acme/widgets/collaborators?page=2&per_page=100>; rel="next"`;
      return reply(200, [user(isFirst ? 1 : 2)], { etag: `"${url}"`, ...(isFirst ? { link } : {}) });
    });
    const { items } = cachingClient(service.origin);
    const read = async () => (await Array.fromAsync(items(listCollaborators, widgets))).map(({ login }) => login);
    expect([await read(), await read()]).toEqual([
      ["u1", "u2"],
      ["u1", "u2"],
    ]);
    expect(service.requests.map(({ headers }) => headers["if-none-match"] !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("cache entries", () => {
  test("are separate for each URL, media type and version", async () => {
    const { origin, requests } = await startService(({ headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, [], { etag: '"1"' }),
    );
    const { call } = cachingClient(origin);
    await call(listStargazers, widgets);
    await call(listStargazers, { ...widgets, page: 2 });
    await call(listStargazers, widgets, { mediaType: "star" });
    await call(listStargazers, widgets, { version: "2022-11-28" });
    expect(etagsSent(requests)).toEqual([undefined, undefined, undefined, undefined]);
    await call(listStargazers, widgets, { version: "2022-11-28" });
    expect(etagsSent(requests).at(-1)).toBe('"1"');
  });

  test("are separate for each value of a header that custom middleware adds", async () => {
    const { origin, requests } = await serviceWithEtags();
    let tenant = "one";
    const middleware: NonNullable<ClientOptions["middleware"]>[number] = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, "x-tenant": tenant } });
    const { call } = cachingClient(origin, true, { middleware: [middleware] });
    await call(getSubscription, widgets);
    tenant = "two";
    await call(getSubscription, widgets);
    expect(etagsSent(requests)).toEqual([undefined, undefined]);
  });

  test("are separate for each account, even in the same store", async () => {
    const { origin, requests } = await serviceWithEtags();
    const { storage } = memoryStore();
    await cachingClient(origin, { storage }).call(getSubscription, widgets);
    await cachingClient(origin, { storage }, { credentials: "ghp_another" }).call(getSubscription, widgets);
    await cachingClient(origin, { storage }, { credentials: undefined, anonymous: true }).request("GET /anything");
    expect(etagsSent(requests)).toEqual([undefined, undefined, undefined]);
  });

  test("are separate for each account, even with the same cache middleware", async () => {
    const { origin, requests } = await serviceWithEtags();
    const middleware = [cache()];
    for (const token of ["ghp_one", "ghp_two", "ghp_one"]) {
      await leanClient({ baseUrl: origin, credentials: token, middleware }).call(getSubscription, widgets);
    }
    expect(etagsSent(requests)).toEqual([undefined, undefined, '"/repos/acme/widgets/subscription"']);
  });

  test("are not used for writes and downloads", async () => {
    const { origin, requests } = await startService(({ method }) =>
      method === "PUT" ? reply(200, subscription, { etag: '"1"' }) : content("bytes", { etag: '"1"' }),
    );
    const { call, download } = cachingClient(origin);
    const raw = { mediaType: "raw" } as const;
    for (let attempt = 0; attempt < 2; attempt++) {
      await call(setSubscription, widgets);
      await call(getContents, { ...widgets, path: "a" }, raw);
      const { stream } = await download(getContents, { ...widgets, path: "a" }, raw);
      await stream.cancel();
    }
    expect(etagsSent(requests)).toEqual(Array.from({ length: 6 }, () => undefined));
  });
});

describe("identical concurrent reads", () => {
  /** A service that does not respond before `respond` is called. */
  async function gatedService(response: () => Reply = () => reply(200, subscription)) {
    const gate = Promise.withResolvers<void>();
    const service = await startService(async () => {
      await gate.promise;
      return response();
    });
    return { ...service, respond: gate.resolve };
  }

  test("share one request", async () => {
    const { origin, requests, respond } = await gatedService();
    const { call } = cachingClient(origin);
    const all = [1, 2, 3].map(() => call(getSubscription, widgets));
    await waitUntil(() => requests.length > 0);
    all.push(call(getSubscription, widgets));
    respond();
    expect(await Promise.all(all)).toEqual([subscription, subscription, subscription, subscription]);
    expect(requests).toHaveLength(1);
    await call(getSubscription, widgets);
    expect(requests).toHaveLength(2);
  });

  test("are not shared with a more urgent call, a shorter timeout, or a maxWait or deadline", async () => {
    const { origin, requests, respond } = await gatedService();
    const { call } = cachingClient(origin);
    const all = [
      call(getSubscription, widgets, { priority: "bulk" }),
      call(getSubscription, widgets, { priority: "interactive", timeout: 20_000 }),
      // These join the more urgent read.
      call(getSubscription, widgets),
      call(getSubscription, widgets, { priority: "bulk" }),
    ];
    await waitUntil(() => requests.length === 2);
    all.push(call(getSubscription, widgets, { priority: "interactive", timeout: 10_000 }));
    all.push(call(getSubscription, widgets, { maxWait: 0 }), call(getSubscription, widgets, { deadline: 5000 }));
    await waitUntil(() => requests.length === 5);
    respond();
    await Promise.all(all);
    expect(requests).toHaveLength(5);
  });

  test("are not shared if a write ended in between, so that the later one sees its effect", async () => {
    let ignored = false;
    const slow = Promise.withResolvers<void>();
    const { origin, requests } = await startService(async ({ method }, requestsSoFar) => {
      const isFirst = requestsSoFar.length === 1;
      if (method === "PUT") ignored = true;
      const response = reply(200, { ...subscription, ignored });
      if (isFirst) await slow.promise;
      return response;
    });
    const { call } = cachingClient(origin);
    const before = call(getSubscription, widgets);
    await waitUntil(() => requests.length === 1);
    await call(setSubscription, { ...widgets, ignored: true });
    expect(await call(getSubscription, widgets)).toMatchObject({ ignored: true });
    slow.resolve();
    expect(await before).toMatchObject({ ignored: false });
  });

  test("continue for the other callers if one caller aborts", async () => {
    const { origin, requests, respond } = await gatedService();
    const { call } = cachingClient(origin);
    const enough = new Error("enough");
    const controller = new AbortController();
    const first = outcomeOf(call(getSubscription, widgets, { signal: controller.signal }));
    const second = call(getSubscription, widgets, { signal: new AbortController().signal });
    await waitUntil(() => requests.length === 1);
    controller.abort(enough);
    expect(await first).toBe(enough);
    respond();
    expect(await second).toEqual(subscription);
    expect(requests).toHaveLength(1);
  });

  test("keep the more urgent request if the less urgent one is aborted", async () => {
    const { origin, requests, respond } = await gatedService();
    const { call } = cachingClient(origin);
    const controller = new AbortController();
    const slow = outcomeOf(call(getSubscription, widgets, { priority: "bulk", signal: controller.signal }));
    const quick = call(getSubscription, widgets, { priority: "interactive" });
    await waitUntil(() => requests.length === 2);
    controller.abort("enough");
    expect(await slow).toBe("enough");
    const third = call(getSubscription, widgets);
    respond();
    expect(await Promise.all([quick, third])).toEqual([subscription, subscription]);
    expect(requests).toHaveLength(2);
  });

  test("are aborted when the last caller aborts, and cannot be joined afterwards", async () => {
    const { origin, requests, abortedConnections, respond } = await gatedService();
    const { call } = cachingClient(origin);
    const controllers = [new AbortController(), new AbortController()];
    const all = controllers.map(({ signal }) => outcomeOf(call(getSubscription, widgets, { signal })));
    await waitUntil(() => requests.length === 1);
    for (const [index, controller] of controllers.entries()) controller.abort(index);
    const next = call(getSubscription, widgets);
    expect(await Promise.all(all)).toEqual([0, 1]);
    await waitUntil(() => abortedConnections() === 1 && requests.length === 2);
    respond();
    expect(await next).toEqual(subscription);
  });

  test("fail for all callers, and the next read sends a new request", async () => {
    const responses = [reply(500, { message: "Oops" }), reply(200, subscription)];
    const { origin, requests, respond } = await gatedService(() => responses.shift() ?? "silent");
    const { call } = cachingClient(origin, true, { retry: false });
    const all = [1, 2].map(() => outcomeOf(call(getSubscription, widgets)));
    await waitUntil(() => requests.length === 1);
    respond();
    expect(await Promise.all(all)).toMatchObject([{ name: "ServiceError" }, { name: "ServiceError" }]);
    expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(requests).toHaveLength(2);
  });

  test("are not started with an aborted signal", async () => {
    const { origin, requests } = await serviceWithEtags();
    const { call } = cachingClient(origin);
    await expect(call(getSubscription, widgets, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(requests).toEqual([]);
  });
});

describe("memory is bounded", () => {
  const read = async (
    options: CacheOptions,
    names: readonly string[],
    body = (name: string): Record<string, unknown> => ({ ...subscription, reason: name }),
  ) => {
    const { origin, requests } = await startService(({ url, headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, body(url.split("/").at(-2) ?? ""), { etag: `"1"` }),
    );
    const { call } = cachingClient(origin, options);
    for (const repo of names) await call(getSubscription, { owner: "acme", repo });
    return requests.map(({ headers }) => headers["if-none-match"] !== undefined);
  };

  test("by the number of responses, evicting the least recently used first", async () => {
    expect(await read({ maxEntries: 2 }, ["a", "b", "a", "c", "a", "b"])).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test("by size", async () => {
    const body = () => ({ ...subscription, reason: "x".repeat(20_000) });
    // Eight responses of about 40 kB fit into 0.4 MB, ten do not.
    const names = Array.from({ length: 8 }, (_, index) => `r${index}`);
    expect((await read({ maxMegabytes: 0.4 }, [...names, ...names], body)).slice(8)).toEqual(names.map(() => true));
    const more = Array.from({ length: 10 }, (_, index) => `r${index}`);
    expect((await read({ maxMegabytes: 0.4 }, [...more, "r0"], body)).at(-1)).toBe(false);
    expect((await read({ maxMegabytes: 0.4 }, [...more, "r9"], body)).at(-1)).toBe(true);
  });

  test("by not storing a response that is too large, which evicts no other", async () => {
    const body = (name: string) => ({ ...subscription, reason: name === "large" ? "x".repeat(30_000) : name });
    expect(await read({ maxMegabytes: 0.4 }, ["a", "large", "large", "a"], body)).toEqual([false, false, false, true]);
  });
});

describe("a store", () => {
  test("shares responses between clients", async () => {
    const { origin, requests } = await serviceWithEtags({ link: "<x>; rel=last" });
    const { entries, storage } = memoryStore();
    await cachingClient(origin, { storage }).call(getSubscription, widgets);
    const { output, headers } = await cachingClient(origin, { storage }).call.raw(getSubscription, widgets);
    expect([output, headers.get("link"), entries.size]).toEqual([subscription, "<x>; rel=last", 1]);
    expect(etagsSent(requests)).toEqual([undefined, '"/api/v3/repos/acme/widgets/subscription"']);
  });

  test("never contains a token or a header's secret", async () => {
    const { origin } = await serviceWithEtags();
    const { entries, storage } = memoryStore();
    const secret = "tenant-secret-0123";
    const middleware: NonNullable<ClientOptions["middleware"]>[number] = (next) => (request) =>
      next({ ...request, headers: { ...request.headers, "x-key": secret } });
    await cachingClient(origin, { storage }, { middleware: [middleware] }).call(getSubscription, widgets);
    await cachingClient(origin, { storage }, { pace: { storage } }).call(getSubscription, widgets);
    const written = [...entries].flat().join("\n");
    expect(entries.size).toBeGreaterThan(1);
    for (const hidden of [TOKEN, TOKEN.slice(4), secret]) expect(written).not.toContain(hidden);
  });

  const encodings: [title: string, encode: (token: string) => string][] = [
    ["as it is", (token) => token],
    ["in percent codes", (token) => encodeURIComponent(token)],
    ["in hex", (token) => Buffer.from(token).toString("hex")],
    ["in base64", (token) => Buffer.from(`user:${token}`).toString("base64")],
  ];
  describe.each(encodings)("never contains a token that the service repeats, %s", (_, encode) => {
    // Unlike a token of GitHub, it can only be recognized by its value.
    const token = "svc/0123456789+abcdefghij==";
    const repeated = encode(token);

    test.each<[place: string, body: unknown, headers: Record<string, string>]>([
      ["its body", { ...subscription, reason: repeated }, {}],
      ["the end of a long body", { ...subscription, reason: `${" ".repeat(100_000)}${repeated}` }, {}],
      ["an unknown field", { ...subscription, request: { [repeated]: 1 } }, {}],
      ["a link", subscription, { link: `</x?from=${repeated}>; rel="prev"` }],
      ["the etag", subscription, { etag: `"${repeated}"` }],
    ])("in %s", async (_place, body, headers) => {
      const { origin, requests } = await startService(() => reply(200, body, { etag: '"1"', ...headers }));
      const { entries, storage } = memoryStore();
      const { call } = cachingClient(origin, { storage }, { credentials: { token, kind: "classic" } });
      for (let attempt = 0; attempt < 2; attempt++) await call(getSubscription, widgets);
      // It is still cached in memory.
      expect(etagsSent(requests)[1]).toBeDefined();
      expect([...entries]).toEqual([]);
    });
  });

  test("does not receive responses that cannot be decoded, and neither does the memory", async () => {
    const bodies: unknown[] = [{ ...subscription, ignored: "no" }, subscription];
    const { origin, requests } = await startService(() => reply(200, bodies.shift() ?? subscription, { etag: '"1"' }));
    const { entries, storage } = memoryStore();
    const { call } = cachingClient(origin, { storage });
    await expect(call(getSubscription, widgets)).rejects.toThrow("does not match the contract");
    expect(entries.size).toBe(0);
    for (let attempt = 0; attempt < 2; attempt++) await call(getSubscription, widgets);
    expect([etagsSent(requests), entries.size]).toEqual([[undefined, undefined, '"1"'], 1]);
  });

  test.each(["{broken", "<html>", "{}{}"])(
    "keeps no response of a route without a contract that is not JSON: %s",
    async (broken) => {
      const bodies = [broken];
      const headers = { etag: '"1"', "content-type": "application/json" };
      const { origin, requests } = await startService(() => content(bodies.shift() ?? "{}", headers));
      const { request } = cachingClient(origin, {});
      await expect(request("GET /x")).rejects.toThrow("instead of JSON");
      for (let attempt = 0; attempt < 2; attempt++) expect(await request("GET /x")).toEqual({});
      expect(etagsSent(requests)).toEqual([undefined, undefined, '"1"']);
    },
  );

  test("receives a response once, however many calls share it", async () => {
    const { origin } = await serviceWithEtags();
    const { storage } = memoryStore();
    let written = 0;
    const set = async () => {
      written++;
    };
    const { call } = cachingClient(origin, { storage: { ...storage, set } });
    await Promise.all([1, 2, 3].map(() => call(getSubscription, widgets)));
    expect(written).toBe(1);
  });

  test.each([
    ["the account has no stable name", () => Promise.resolve("ghp_x")],
    ["the response can contain a secret", TOKEN],
  ])("is not used if %s", async (_, credentials) => {
    const { origin } = await startService(() => reply(200, [], { etag: '"1"' }));
    const { entries, storage } = memoryStore();
    const { call } = cachingClient(origin, { storage }, { credentials });
    await call(listRepositoryHooks, widgets);
    expect(entries.size).toBe(0);
  });

  test("does not receive responses without a contract", async () => {
    const { origin } = await startService(() => reply(200, { token: "secret" }, { etag: '"1"' }));
    const { entries, storage } = memoryStore();
    await cachingClient(origin, { storage }).request("GET /anything");
    expect(entries.size).toBe(0);
  });

  test("does not receive responses that are too large for memory", async () => {
    const response = { total_count: 1, variables: [variable("x".repeat(20_000))] };
    const { origin } = await startService(() => reply(200, response, { etag: '"1"' }));
    const { entries, storage } = memoryStore();
    await cachingClient(origin, { storage, maxMegabytes: 0.1 }).call(listRepositoryVariables, widgets);
    expect(entries.size).toBe(0);
  });

  const throwError = (): never => {
    throw new Error("The store is unavailable.");
  };
  const brokenStores: [title: string, storage: KeyValueStore][] = [
    ["rejects", { get: () => Promise.reject(new Error("unavailable")), set: () => Promise.reject(new Error("full")) }],
    ["throws synchronously", { get: throwError, set: throwError }],
    ["contains invalid JSON", { get: async () => "{", set: async () => undefined }],
    ["contains a value of another shape", { get: async () => '{"headers":[],"text":1}', set: async () => undefined }],
    [
      "contains an invalid header value",
      { get: async () => JSON.stringify({ headers: { etag: "a\nb" }, text: "{}" }), set: async () => undefined },
    ],
  ];
  test.each(brokenStores)("that %s does not fail a call", async (_, storage) => {
    const { origin, requests } = await serviceWithEtags();
    const { call } = cachingClient(origin, { storage });
    for (let attempt = 0; attempt < 2; attempt++) expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(etagsSent(requests)).toEqual([undefined, '"/api/v3/repos/acme/widgets/subscription"']);
  });

  test("that never responds delays a call only briefly", async () => {
    const never = () => new Promise<never>(() => {});
    const { origin } = await serviceWithEtags();
    const { call, clock } = cachingClient(origin, { storage: { get: never, set: never } });
    const reading = outcomeOf(call(getSubscription, widgets));
    await waitUntil(() => clock.pendingTimers() > 0);
    await clock.advance(1000);
    expect(await reading).toBe("succeeded");
    expect(clock.pendingTimers()).toBe(0);
  });
});
