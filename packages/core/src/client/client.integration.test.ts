import { describe, expect, test } from "vitest";
import { listCollaborators } from "../contract/repository/collaborators.ts";
import { getContents } from "../contract/repository/contents.ts";
import { getRepositoryHookDelivery } from "../contract/repository/deliveries.ts";
import { createRepositoryHook, getRepositoryHook } from "../contract/repository/hooks.ts";
import { createReview } from "../contract/repository/reviews.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { checkStar } from "../contract/user/starring.ts";
import { isRateLimitError } from "../errors.ts";
import { subscription, widgets } from "./mock-client.fixture.ts";
import { user } from "./payloads.fixture.ts";
import { createTestClient, outcomeOf, type Reply, reply, START, startService, waitUntil } from "./service.fixture.ts";

// These tests use real connections to a local HTTP server.

describe("a write without a clear response", () => {
  test.each([
    ["502", "ServiceError", reply(502)],
    ["a connection that breaks off", "ConnectionError", "lost" as const],
  ])("is sent once, and its outcome is reported as unknown: %s", async (_, name, response) => {
    const service = await startService(() => response);
    const { call, clock, types } = createTestClient(service.origin);
    await expect(call(createReview, { ...widgets, pull_number: 1, body: "Fine." })).rejects.toMatchObject({
      name,
      outcome: "unknown",
      message: expect.stringContaining("It may have taken effect anyway: check before you retry."),
    });
    await clock.advance(3_600_000);
    expect(service.requests.map(({ method }) => method)).toEqual(["POST"]);
    expect(types()).toEqual(name === "ServiceError" ? ["start", "response", "error"] : ["start", "error"]);
  });
});

describe("a rate-limit response", () => {
  test("is retried after the requested 3 s, and other calls of the same quota wait, too", async () => {
    const { origin, requests } = await startService((_, requestsSoFar) =>
      requestsSoFar.length === 1
        ? reply(429, { message: "slow down" }, { "retry-after": "3" })
        : reply(200, subscription),
    );
    const { call, clock, events, waitForEvent } = createTestClient(origin);
    const first = call(setSubscription, widgets);
    await waitForEvent("retry");
    const second = call(getSubscription, widgets);
    await waitForEvent("wait");
    await clock.advance(2999);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(await Promise.all([first, second])).toEqual([subscription, subscription]);
    expect(requests).toHaveLength(3);
    expect(events).toContainEqual(expect.objectContaining({ type: "wait", reason: "pause", call: 2 }));
  });

  test("makes another client with the same token wait, but not one with another token", async () => {
    const { origin, requests } = await startService((_, requestsSoFar) =>
      requestsSoFar.length === 1 ? reply(429, {}, { "retry-after": "3" }) : reply(200, subscription),
    );
    const { call, clock } = createTestClient(origin, { retry: false });
    await expect(call(getSubscription, widgets)).rejects.toThrow("429");
    const same = createTestClient(origin, { clock });
    const waiting = same.call(getSubscription, widgets);
    await same.waitForEvent("wait");
    expect(
      await createTestClient(origin, { clock, credentials: "ghp_another" }).call(getSubscription, widgets),
    ).toEqual(subscription);
    expect(requests).toHaveLength(2);
    await clock.advance(3000);
    await waiting;
    expect(requests).toHaveLength(3);
  });
});

describe("an exhausted primary limit", () => {
  const exhaustedService = (now: number) =>
    startService(() =>
      reply(200, subscription, {
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(now / 1000 + 60),
      }),
    );

  test("delays the next call until the reset", async () => {
    const { origin, requests } = await exhaustedService(START);
    const { call, clock, events, waitForEvent } = createTestClient(origin);
    await call(getSubscription, widgets);
    const next = call(getSubscription, widgets);
    await waitForEvent("wait");
    expect(events.at(-1)).toMatchObject({ reason: "primary" });
    await clock.advance(59_999);
    expect(requests).toHaveLength(1);
    // Client and service round to whole seconds, so the wait can be one second longer.
    await clock.advance(1001);
    await next;
    expect(requests).toHaveLength(2);
  });

  test("immediately fails calls whose maxWait or deadline is shorter", async () => {
    const { origin, requests } = await exhaustedService(START);
    const { call, clock } = createTestClient(origin);
    await call(getSubscription, widgets);
    for (const options of [{ maxWait: 0 }, { maxWait: 59_999 }, { deadline: 59_999 }]) {
      const rejected = await outcomeOf(call(getSubscription, widgets, options));
      const until = isRateLimitError(rejected) ? rejected.until?.getTime() : undefined;
      expect(until).toBeGreaterThanOrEqual(clock.now() + 60_000);
      expect(until).toBeLessThanOrEqual(clock.now() + 61_000);
      expect(String(rejected)).toContain("Not sent, because the wait would exceed the deadline or maxWait");
    }
    expect([requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

const nextPage = (origin: string, page: number) => ({
  link: `<${origin}/api/v3/repos/acme/widgets/collaborators?page=${page}&per_page=100>; rel="next"`,
});

test("a next page on another host is rejected with an error that names both hosts", async () => {
  const other = await startService(() => reply(200, []));
  const { origin, requests } = await startService(() => reply(200, [user(1)], nextPage(other.origin, 2)));
  const { items } = createTestClient(origin);
  const error = await outcomeOf(Array.fromAsync(items(listCollaborators, widgets)));
  expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining(origin) });
  expect(error).toMatchObject({ message: expect.stringContaining(other.origin) });
  expect([requests.length, other.requests.length]).toEqual([1, 0]);
});

describe("an aborted signal ends a list", () => {
  const reason = new Error("cancelled");

  /** A client for a list with two pages, the first of which succeeds. */
  async function pagedClient(secondPage: Reply, firstHeaders: Record<string, string> = {}) {
    const service = await startService((_, requestsSoFar) =>
      requestsSoFar.length === 1
        ? reply(200, [user(1)], { ...nextPage(service.origin, 2), ...firstHeaders })
        : secondPage,
    );
    const controller = new AbortController();
    const client = createTestClient(service.origin);
    const found: string[] = [];
    const read = async () => {
      const options = { signal: controller.signal };
      for await (const { login } of client.items(listCollaborators, widgets, options)) found.push(login);
    };
    return { ...client, service, found, read, abort: () => controller.abort(reason) };
  }

  test("between two pages", async () => {
    const { items, clock, service } = await pagedClient(reply(200, []));
    const controller = new AbortController();
    const list = items(listCollaborators, widgets, { signal: controller.signal });
    await list.next();
    controller.abort(reason);
    await expect(list.next()).rejects.toBe(reason);
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("during a page, closing the connection", async () => {
    const { read, abort, service, found, clock } = await pagedClient("silent");
    const end = outcomeOf(read());
    await waitUntil(() => service.requests.length === 2);
    abort();
    expect(await end).toBe(reason);
    await waitUntil(() => service.abortedConnections() === 1);
    expect([found, clock.pendingTimers()]).toEqual([["u1"], 0]);
  });

  test("while it waits for rate limits", async () => {
    const exhausted = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000600" };
    const { read, abort, service, waitForEvent, clock } = await pagedClient(reply(200, []), exhausted);
    const end = outcomeOf(read());
    await waitForEvent("wait");
    abort();
    expect(await end).toBe(reason);
    await clock.advance(600_000);
    expect([service.requests.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("while it waits for a retry", async () => {
    const { read, abort, service, waitForEvent, clock } = await pagedClient(
      reply(503, undefined, { "retry-after": "60" }),
    );
    const end = outcomeOf(read());
    await waitForEvent("retry");
    abort();
    expect(await end).toBe(reason);
    await clock.advance(60_000);
    expect([service.requests.length, clock.pendingTimers()]).toEqual([2, 0]);
  });

  test("before it has started", async () => {
    const { read, abort, service } = await pagedClient(reply(200, []));
    abort();
    expect(await outcomeOf(read())).toBe(reason);
    expect(service.requests).toEqual([]);
  });
});

test.each([
  ["owner", { owner: "..", repo: "widgets" }],
  ["owner", { owner: "", repo: "widgets" }],
  ["repo", { owner: "acme", repo: "." }],
  ["path", { ...widgets, path: "docs/../../x" }],
])("a path value that would address another path is rejected: %s", async (field, input) => {
  const { origin, requests } = await startService(() => reply(200, subscription));
  const { call, request } = createTestClient(origin);
  const rejected = "path" in input ? call(getContents, { ...widgets, ...input }) : call(getSubscription, input);
  await expect(rejected).rejects.toMatchObject({ name: "InputError", field });
  await expect(request(`GET /x/{${field}}`, { [field]: ".." })).rejects.toMatchObject({ name: "InputError", field });
  expect(requests).toEqual([]);
});

test("a response of the wrong shape is an error that names operation and field", async () => {
  const { origin } = await startService(() => reply(200, { ...subscription, subscribed: "yes" }));
  await expect(createTestClient(origin).call(getSubscription, widgets)).rejects.toMatchObject({
    name: "ResponseError",
    route: "GET /repos/{owner}/{repo}/subscription",
    status: 200,
    message: expect.stringMatching(/^GET \/api\/v3\/repos\/acme\/widgets\/subscription: .* where subscribed must be/),
  });
});

test("a 304 is served from the cache and does not count against the primary limit", async () => {
  const { origin, requests } = await startService(({ headers }) =>
    headers["if-none-match"] === '"1"' ? reply(304) : reply(200, subscription, { etag: '"1"' }),
  );
  const { call, events } = createTestClient(origin);
  expect(await call(getSubscription, widgets)).toEqual(subscription);
  const cached = await call.raw(getSubscription, widgets);
  expect(cached).toMatchObject({ output: subscription, status: 200 });
  expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  expect(events.at(-1)).toMatchObject({ type: "response", status: 304, cached: true });
});

describe("the error for a 403 names the missing access", () => {
  const forbidden = (headers: Record<string, string>) =>
    startService(() => reply(403, { message: "Resource not accessible" }, headers));
  const hook = { ...widgets, config: { url: "https://receiver.test" } };

  test("scopes, for a classic token", async () => {
    const { origin } = await forbidden({ "x-oauth-scopes": "gist, read:repo_hook" });
    const rejected = createTestClient(origin).call(createRepositoryHook, hook);
    await expect(rejected).rejects.toMatchObject({ name: "PermissionError", missing: [{ scope: "write:repo_hook" }] });
    await expect(rejected).rejects.toThrow("403 Resource not accessible. The token lacks the scope write:repo_hook.");
  });

  test("permissions, for a fine-grained token", async () => {
    const { origin } = await forbidden({ "x-accepted-github-permissions": "repository_hooks=write" });
    const rejected = createTestClient(origin, { credentials: "github_pat_0123456789" }).call(
      createRepositoryHook,
      hook,
    );
    const missing = [{ permission: "repository_hooks", level: "write" }];
    await expect(rejected).rejects.toMatchObject({ name: "PermissionError", missing });
    await expect(rejected).rejects.toThrow('This call requires the repository permission "Webhooks" (write).');
  });

  test("and is not a RateLimitError, even if the quota is exhausted", async () => {
    const { origin, requests } = await forbidden({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060" });
    await expect(createTestClient(origin).call(getRepositoryHook, { ...widgets, hook_id: 1 })).rejects.toMatchObject({
      name: "PermissionError",
    });
    expect(requests).toHaveLength(1);
  });
});

test("an ID above 2^53 keeps every digit in requests and responses", async () => {
  const id = "9007199254740993";
  const delivery = `{"id":${id},"guid":"g","delivered_at":"","redelivery":false,"duration":1,"status":"OK","status_code":200,
    "event":"star","action":null,"installation_id":null,"repository_id":1,
    "request":{"headers":{},"payload":{}},"response":{"headers":{},"payload":null}}`;
  const { origin, requests } = await startService(() => ({ status: 200, headers: {}, body: delivery }));
  const found = await createTestClient(origin).call(getRepositoryHookDelivery, {
    ...widgets,
    hook_id: 1,
    delivery_id: id,
  });
  expect(found.id).toBe(id);
  expect(requests[0]?.url).toBe(`/api/v3/repos/acme/widgets/hooks/1/deliveries/${id}`);
});

test('a 404 that means "not starred" is returned as a value', async () => {
  const { origin } = await startService(() => reply(404, { message: "Not Found" }));
  expect(await createTestClient(origin).call(checkStar, widgets)).toBe(false);
});
