import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { listStargazers } from "../contract/repository/starring.ts";
import { getRepositoryVariable } from "../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { checkStar } from "../contract/user/starring.ts";
import { svc } from "../dialect/svc.ts";
import { cache, type LeanOptions, leanClient, pace, quotaShare, retry, serialKeys, storedUsage } from "./lean.ts";
import type { Middleware } from "./middleware.ts";
import { subscription, widgets } from "./mock-client.fixture.ts";
import { user } from "./payloads.fixture.ts";
import { reply, startService, TOKEN, unusedOrigin } from "./service.fixture.ts";
import type { TransportRequest } from "./transport/transport.ts";

/** A client with a fake transport, and the requests it sent. */
function recordingClient(options: Partial<LeanOptions> = {}) {
  const sent: TransportRequest[] = [];
  const transport: LeanOptions["transport"] = async (request) => {
    sent.push(request);
    return { status: 200, headers: new Headers(), text: JSON.stringify(subscription) };
  };
  return { ...leanClient({ baseUrl: "https://forge.test/api/v3", transport, ...options }), sent };
}

describe("a lean client", () => {
  test("sends calls with its token and dialect", async () => {
    const { call, sent } = recordingClient({ credentials: TOKEN, dialect: svc });
    expect(await call(setSubscription, { ...widgets, subscribed: true })).toEqual(subscription);
    expect(sent).toMatchObject([{ method: "PUT", body: '{"subscribed":true}' }]);
    expect(String(sent[0]?.url)).toBe("https://forge.test/api/v3/repos/acme/widgets/subscription");
    expect(sent[0]?.headers).toMatchObject({
      accept: "application/vnd.svc+json",
      authorization: `Bearer ${TOKEN}`,
      "x-svc-api-version": expect.any(String),
    });
  });

  test("takes a 404 for an absence if the token has permissions instead of scopes", async () => {
    // The headers of a response to an app's user access token.
    const headers = { "x-oauth-scopes": "", "x-accepted-oauth-scopes": "", "x-oauth-client-id": "Iv1.1234" };
    const { origin, requests } = await startService(() => reply(404, {}, headers));
    const { call } = leanClient({ baseUrl: origin, credentials: TOKEN });
    expect(await call(getRepositoryVariable, { ...widgets, name: "NONE" })).toBeNull();
    expect(requests).toHaveLength(1);
  });

  test("sends no authorization without a token", async () => {
    const { call, sent } = recordingClient();
    await call(getSubscription, widgets);
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
  });

  test("uses the dialect `github` by default", async () => {
    const { call, sent } = recordingClient();
    await call(setSubscription, widgets);
    expect(sent[0]?.headers).toMatchObject({ accept: "application/vnd.github+json" });
    expect(sent[0]?.headers).toHaveProperty("x-github-api-version");
  });

  test("validates inputs and responses", async () => {
    const { origin, requests } = await startService(() => reply(200, { subscribed: "perhaps" }));
    const { call } = leanClient({ baseUrl: origin, credentials: TOKEN });
    await expect(call(getSubscription, { owner: "..", repo: "x" })).rejects.toMatchObject({ name: "InputError" });
    expect(requests).toEqual([]);
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("decodes responses and errors", async () => {
    const { origin } = await startService(({ method }) => (method === "GET" ? reply(404, {}) : reply(401, {})));
    const { call } = leanClient({ baseUrl: origin, credentials: TOKEN });
    expect(await call(checkStar, widgets)).toBe(false);
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
    const unreachable = leanClient({ baseUrl: await unusedOrigin(), credentials: TOKEN }).call(
      getSubscription,
      widgets,
    );
    await expect(unreachable).rejects.toMatchObject({ name: "ConnectionError", outcome: "none" });
  });

  test("iterates over the items of all pages", async () => {
    const { origin, requests } = await startService(({ url, headers }) => {
      if (url.includes("page=2")) return reply(200, [user(3)]);
      const next = `<http://${headers.host}/repos/acme/widgets/stargazers?page=2>; rel="next"`;
      return reply(200, [user(1), user(2)], { link: next });
    });
    const { items } = leanClient({ baseUrl: origin, credentials: TOKEN });
    const found: unknown[] = [];
    for await (const { login } of items(listStargazers, widgets)) found.push(login);
    expect(found).toEqual(["u1", "u2", "u3"]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  test("ends an attempt at its timeout", async () => {
    const { origin } = await startService(() => "silent");
    const { call } = leanClient({ baseUrl: origin, credentials: TOKEN, timeout: 20 });
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ConnectionError" });
  });
});

describe("the middleware of a lean client", () => {
  test("cache() revalidates responses", async () => {
    const { origin, requests } = await startService(({ headers }) =>
      headers["if-none-match"] === '"1"' ? reply(304) : reply(200, subscription, { etag: '"1"' }),
    );
    const { call } = leanClient({ baseUrl: origin, credentials: TOKEN, middleware: [cache()] });
    for (let attempt = 0; attempt < 2; attempt++) expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  });

  test("retry() retries calls, which are otherwise sent once", async () => {
    const rateLimited = reply(429, { message: "too quick" }, { "retry-after": "0" });
    const { origin, requests } = await startService((_, requestsSoFar) =>
      requestsSoFar.length % 2 ? rateLimited : reply(200, subscription),
    );
    const options = { baseUrl: origin, credentials: TOKEN };
    expect(await leanClient({ ...options, middleware: [retry()] }).call(setSubscription, widgets)).toEqual(
      subscription,
    );
    expect(requests).toHaveLength(2);
    const withoutRetry = leanClient(options).call(setSubscription, widgets);
    await expect(withoutRetry).rejects.toMatchObject({ name: "RateLimitError" });
    expect(requests).toHaveLength(3);
  });

  test("pace() respects limits, and waits no longer than maxWait", async () => {
    // One write uses all points of a minute.
    const middleware = [pace({ limits: { points: 5 }, owner: crypto.randomUUID() })];
    const { call, sent } = recordingClient({ credentials: TOKEN, middleware, maxWait: 0 });
    await call(setSubscription, widgets);
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    expect(sent).toHaveLength(1);
  });

  test("pace() has a maxWait of its own", async () => {
    const { call, sent } = recordingClient({
      credentials: TOKEN,
      middleware: [pace({ limits: { points: 5 }, maxWait: 0 })],
    });
    await call(setSubscription, widgets);
    await expect(call(setSubscription, widgets)).rejects.toThrow("the points of this minute are used up");
    expect(sent).toHaveLength(1);
  });

  test("pace() with parts stores usage for each process of a share", async () => {
    const texts = new Map<string, string>();
    const store = {
      get: async (key: string) => texts.get(key),
      set: async (key: string, text: string) => {
        texts.set(key, text);
      },
    };
    for (const share of ["1/2", "2/2"]) {
      const parts = { share: quotaShare(share), serial: serialKeys(), storage: storedUsage(store), owner: "alice" };
      // The points of one write for each process.
      const middleware = [pace({ ...parts, limits: { points: 10 } })];
      const { call } = recordingClient({ credentials: TOKEN, middleware, maxWait: 0 });
      await call(setSubscription, widgets);
      await expect(call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    }
    expect(Array.from(texts.keys())).toEqual([
      "forgehand-pace forge.test alice 1/2",
      "forgehand-pace forge.test alice 2/2",
    ]);
  });

  test("runs in order, without access to the token", async () => {
    const requests: unknown[] = [];
    const recording =
      (name: string): Middleware =>
      (next) =>
      (request) => {
        requests.push([name, request.headers["authorization"], request.priority]);
        return next(request);
      };
    await recordingClient({ credentials: TOKEN, priority: "bulk", middleware: [recording("a"), recording("b")] }).call(
      getSubscription,
      widgets,
    );
    expect(requests).toEqual([
      ["a", undefined, "bulk"],
      ["b", undefined, "bulk"],
    ]);
  });
});

describe("run-time checks name the invalid option", () => {
  const baseUrl = "https://forge.test";
  const invalidOptions: [title: string, options: unknown, field: string][] = [
    ["no options", undefined, "options"],
    ["a URL instead of options", baseUrl, "options"],
    ["no base URL", {}, "baseUrl"],
    ["a base URL with a password", { baseUrl: "https://me:hunter2@forge.test" }, "baseUrl"],
    ["an unknown option", { baseUrl, token: "hunter2" }, "token"],
    ["credentials that are undefined", { baseUrl, credentials: undefined }, "credentials"],
    ["a fetch that is not a function", { baseUrl, fetch: {} }, "fetch"],
    ["a header with an option of its own", { baseUrl, headers: { Authorization: "hunter2" } }, "headers.Authorization"],
    ["an option of calls", { baseUrl, signal: new AbortController().signal }, "signal"],
    ["a token that is null", { baseUrl, credentials: null }, "credentials"],
    ["a token that is a number", { baseUrl, credentials: 5 }, "credentials"],
    ["an empty token", { baseUrl, credentials: "" }, "credentials"],
    ["a token with a line break", { baseUrl, credentials: "hunter2\n" }, "credentials"],
    ["a token in an array", { baseUrl, credentials: ["hunter2"] }, "credentials"],
    ["a timeout that is a string", { baseUrl, timeout: "1s" }, "timeout"],
    ["a deadline that is null", { baseUrl, deadline: null }, "deadline"],
    ["a negative maxWait", { baseUrl, maxWait: -1 }, "maxWait"],
    ["an unknown priority", { baseUrl, priority: "high" }, "priority"],
    ["middleware without an array", { baseUrl, middleware: retry() }, "middleware"],
    ["options instead of middleware", { baseUrl, middleware: [{ attempts: 2 }] }, "middleware"],
    ["middleware that is null", { baseUrl, middleware: null }, "middleware"],
    ["a dialect's name", { baseUrl, dialect: "github" }, "dialect"],
    ["a dialect without tables", { baseUrl, dialect: { segments: null } }, "dialect"],
    ["a dialect that is null", { baseUrl, dialect: null }, "dialect"],
    ["a transport that is not a function", { baseUrl, transport: {} }, "transport"],
  ];
  test.each(invalidOptions)("%s", (_, options, field) => {
    const create = () => Reflect.apply(leanClient, undefined, [options]);
    expect(create).toThrow(expect.objectContaining({ name: "InputError", field }));
    expect(create).toThrow(/^(?!.*hunter2)/);
  });

  test("invalid middleware options are rejected", () => {
    expect(() => Reflect.apply(pace, undefined, [[]])).toThrow("pace must be one of");
    expect(() => pace({ storage: storedUsage({ get: async () => undefined, set: async () => {} }) })).toThrow(
      "pace.owner is required",
    );
    expect(() => Reflect.apply(pace, undefined, [{ share: "1/2" }])).toThrow("pace.share must be a function");
    expect(() => Reflect.apply(cache, undefined, [{ storage: {} }])).toThrow("cache.storage must be a function");
    expect(() => Reflect.apply(retry, undefined, [5])).toThrow("retry must be an object");
    expect(() => Reflect.apply(cache, undefined, [5])).toThrow("cache must be an object");
  });
});

test("middleware cannot access the token", async () => {
  const requests: unknown[] = [];
  const { call } = leanClient({
    baseUrl: "https://forge.test",
    credentials: "ghp_secretsecret",
    transport: async () => ({ status: 204, headers: new Headers(), text: "" }),
    middleware: [
      (next) => (request) => {
        requests.push(request);
        return next(request);
      },
    ],
  });
  await call(checkStar, { owner: "acme", repo: "widgets" });
  expect(inspect(requests, { depth: 20, showHidden: true })).not.toContain("secretsecret");
});
