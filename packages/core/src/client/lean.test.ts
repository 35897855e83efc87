import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { listStargazers } from "../contract/repository/starring.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { checkStar } from "../contract/user/starring.ts";
import { svc } from "../dialect/svc.ts";
import { subscription, widgets } from "./answered.fixture.ts";
import type { Step } from "./chain.ts";
import { cache, type LeanOptions, leanClient, pace, retry } from "./lean.ts";
import { user } from "./objects.fixture.ts";
import { nobody, reply, serving, TOKEN } from "./service.fixture.ts";
import type { TransportRequest } from "./transport/transport.ts";

/** A client whose requests go nowhere, and what it sent. */
function sending(options: Partial<LeanOptions> = {}) {
  const sent: TransportRequest[] = [];
  const transport: LeanOptions["transport"] = async (request) => {
    sent.push(request);
    return { status: 200, headers: new Headers(), text: JSON.stringify(subscription) };
  };
  return { ...leanClient({ baseUrl: "https://forge.test/api/v3", transport, ...options }), sent };
}

describe("a lean client", () => {
  test("calls, with its token and in its dialect", async () => {
    const { call, sent } = sending({ token: TOKEN, dialect: svc });
    expect(await call(setSubscription, { ...widgets, subscribed: true })).toEqual(subscription);
    expect(sent).toMatchObject([{ method: "PUT", body: '{"subscribed":true}' }]);
    expect(String(sent[0]?.url)).toBe("https://forge.test/api/v3/repos/acme/widgets/subscription");
    expect(sent[0]?.headers).toMatchObject({
      accept: "application/vnd.svc+json",
      authorization: `Bearer ${TOKEN}`,
      "x-svc-api-version": expect.any(String),
    });
  });

  test("sends no authorization without a token", async () => {
    const { call, sent } = sending();
    await call(getSubscription, widgets);
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
  });

  test("speaks as github.com does where it is told nothing else", async () => {
    const { call, sent } = sending();
    await call(setSubscription, widgets);
    expect(sent[0]?.headers).toMatchObject({ accept: "application/vnd.github+json" });
    expect(sent[0]?.headers).toHaveProperty("x-github-api-version");
  });

  test("checks both ways", async () => {
    const { origin, seen } = await serving(() => reply(200, { subscribed: "perhaps" }));
    const { call } = leanClient({ baseUrl: origin, token: TOKEN });
    await expect(call(getSubscription, { owner: "..", repo: "x" })).rejects.toMatchObject({ name: "InputError" });
    expect(seen).toEqual([]);
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ResponseError" });
  });

  test("knows what an answer means", async () => {
    const { origin } = await serving(({ method }) => (method === "GET" ? reply(404, {}) : reply(401, {})));
    const { call } = leanClient({ baseUrl: origin, token: TOKEN });
    expect(await call(checkStar, widgets)).toBe(false);
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
    const lost = leanClient({ baseUrl: await nobody(), token: TOKEN }).call(getSubscription, widgets);
    await expect(lost).rejects.toMatchObject({ name: "ConnectionError", outcome: "none" });
  });

  test("gives the items of all pages", async () => {
    const { origin, seen } = await serving(({ url, headers }) => {
      if (url.includes("page=2")) return reply(200, [user(3)]);
      const next = `<http://${headers.host}/repos/acme/widgets/stargazers?page=2>; rel="next"`;
      return reply(200, [user(1), user(2)], { link: next });
    });
    const { items } = leanClient({ baseUrl: origin, token: TOKEN });
    const found: unknown[] = [];
    for await (const { login } of items(listStargazers, widgets)) found.push(login);
    expect(found).toEqual(["u1", "u2", "u3"]);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  });

  test("ends an attempt at its timeout", async () => {
    const { origin } = await serving(() => "silent");
    const { call } = leanClient({ baseUrl: origin, token: TOKEN, timeout: 20 });
    await expect(call(getSubscription, widgets)).rejects.toMatchObject({ name: "ConnectionError" });
  });
});

describe("its steps", () => {
  test("cache() asks only for what has changed", async () => {
    const { origin, seen } = await serving(({ headers }) =>
      headers["if-none-match"] === '"1"' ? reply(304) : reply(200, subscription, { etag: '"1"' }),
    );
    const { call } = leanClient({ baseUrl: origin, token: TOKEN, steps: [cache()] });
    for (let time = 0; time < 2; time++) expect(await call(getSubscription, widgets)).toEqual(subscription);
    expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  });

  test("retry() sends again, and without it nothing is", async () => {
    const hasty = reply(429, { message: "too quick" }, { "retry-after": "0" });
    const { origin, seen } = await serving((_, { length }) => (length % 2 ? hasty : reply(200, subscription)));
    const options = { baseUrl: origin, token: TOKEN };
    expect(await leanClient({ ...options, steps: [retry()] }).call(setSubscription, widgets)).toEqual(subscription);
    expect(seen).toHaveLength(2);
    const once = leanClient(options).call(setSubscription, widgets);
    await expect(once).rejects.toMatchObject({ name: "RateLimitError" });
    expect(seen).toHaveLength(3);
  });

  test("pace() keeps to limits, and waits no longer than it may", async () => {
    // A write takes all the points of a minute.
    const steps = [pace({ limits: { points: 5 }, owner: crypto.randomUUID() })];
    const { call, sent } = sending({ token: TOKEN, steps, maxWait: 0 });
    await call(setSubscription, widgets);
    await expect(call(setSubscription, widgets)).rejects.toMatchObject({ name: "RateLimitError" });
    expect(sent).toHaveLength(1);
  });

  test("are gone through in their order, and none of them sees the token", async () => {
    const seen: unknown[] = [];
    const noting =
      (name: string): Step =>
      (next) =>
      (request) => {
        seen.push([name, request.headers["authorization"], request.priority]);
        return next(request);
      };
    await sending({ token: TOKEN, priority: "bulk", steps: [noting("a"), noting("b")] }).call(getSubscription, widgets);
    expect(seen).toEqual([
      ["a", undefined, "bulk"],
      ["b", undefined, "bulk"],
    ]);
  });
});

describe("callers without a compiler get a sentence", () => {
  const baseUrl = "https://forge.test";
  const given: [what: string, options: unknown, field: string][] = [
    ["no options", undefined, "options"],
    ["an address", baseUrl, "options"],
    ["no address", {}, "baseUrl"],
    ["an address with a password", { baseUrl: "https://me:hunter2@forge.test" }, "baseUrl"],
    ["another client's option", { baseUrl, credentials: "hunter2" }, "credentials"],
    ["what only calls can want", { baseUrl, signal: new AbortController().signal }, "signal"],
    ["a token of nothing", { baseUrl, token: null }, "token"],
    ["a token that is a number", { baseUrl, token: 5 }, "token"],
    ["an empty token", { baseUrl, token: "" }, "token"],
    ["a token with a line break", { baseUrl, token: "hunter2\n" }, "token"],
    ["a token in a list", { baseUrl, token: ["hunter2"] }, "token"],
    ["a timeout in words", { baseUrl, timeout: "1s" }, "timeout"],
    ["a deadline of nothing", { baseUrl, deadline: null }, "deadline"],
    ["a wait into the past", { baseUrl, maxWait: -1 }, "maxWait"],
    ["a priority that there isn't", { baseUrl, priority: "high" }, "priority"],
    ["one step", { baseUrl, steps: retry() }, "steps"],
    ["steps not made", { baseUrl, steps: [{ attempts: 2 }] }, "steps"],
    ["steps that are none", { baseUrl, steps: null }, "steps"],
    ["a dialect's name", { baseUrl, dialect: "github" }, "dialect"],
    ["a dialect without tables", { baseUrl, dialect: { segments: null } }, "dialect"],
    ["a dialect of nothing", { baseUrl, dialect: null }, "dialect"],
    ["a transport that is none", { baseUrl, transport: {} }, "transport"],
  ];
  test.each(given)("%s", (_, options, field) => {
    const make = () => Reflect.apply(leanClient, undefined, [options]);
    expect(make).toThrow(expect.objectContaining({ name: "InputError", field }));
    expect(make).toThrow(/^(?!.*hunter2)/);
  });

  test("steps that can't be right", () => {
    expect(() => Reflect.apply(pace, undefined, [[]])).toThrow("pace must be one of");
    expect(() => pace({ storage: { get: async () => undefined, set: async () => {} } })).toThrow(
      "pace.owner is missing",
    );
    expect(() => Reflect.apply(retry, undefined, [5])).toThrow("retry is an object");
    expect(() => Reflect.apply(cache, undefined, [5])).toThrow("cache must be an object");
  });
});

test("a step sees a call with no way to its token", async () => {
  const seen: unknown[] = [];
  const { call } = leanClient({
    baseUrl: "https://forge.test",
    token: "ghp_secretsecret",
    transport: async () => ({ status: 204, headers: new Headers(), text: "" }),
    steps: [
      (next) => (request) => {
        seen.push(request);
        return next(request);
      },
    ],
  });
  await call(checkStar, { owner: "acme", repo: "widgets" });
  expect(inspect(seen, { depth: 20, showHidden: true })).not.toContain("secretsecret");
});
