import { describe, expect, test } from "vitest";
import { listCollaborators } from "../contract/repository/collaborators.ts";
import { getContents } from "../contract/repository/contents.ts";
import { getRepositoryHookDelivery } from "../contract/repository/deliveries.ts";
import { createRepositoryHook, getRepositoryHook } from "../contract/repository/hooks.ts";
import { createReview } from "../contract/repository/reviews.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { checkStar } from "../contract/user/starring.ts";
import { isRateLimitError } from "../errors.ts";
import { subscription, widgets } from "./answered.fixture.ts";
import { user } from "./objects.fixture.ts";
import { clientOf, ending, eventually, type Reply, reply, START, serving } from "./service.fixture.ts";

// What users of other clients suffer from, each on a real connection.

describe("a write without a clear answer", () => {
  test.each([
    ["502", "ServiceError", reply(502)],
    ["a connection that breaks off", "ConnectionError", "lost" as const],
  ])("%s: sent once, and reported as unknown", async (_, name, answer) => {
    const service = await serving(() => answer);
    const { call, clock, types } = clientOf(service.origin);
    await expect(call(createReview, { ...widgets, pull_number: 1, body: "Fine." })).rejects.toMatchObject({
      name,
      outcome: "unknown",
      message: expect.stringContaining("It may have taken effect all the same: look before you repeat it."),
    });
    await clock.advance(3_600_000);
    expect(service.seen.map(({ method }) => method)).toEqual(["POST"]);
    expect(types()).toEqual(name === "ServiceError" ? ["start", "answer", "error"] : ["start", "error"]);
  });
});

describe("a refusal as too quick", () => {
  test("retry-after 3: sent again after 3 s, and others of that quota wait as well", async () => {
    const { origin, seen } = await serving((_, { length }) =>
      length === 1 ? reply(429, { message: "slow down" }, { "retry-after": "3" }) : reply(200, subscription),
    );
    const { call, clock, events, told } = clientOf(origin);
    const first = call(setSubscription, widgets);
    await told("retry");
    const second = call(getSubscription, widgets);
    await told("wait");
    await clock.advance(2999);
    expect(seen).toHaveLength(1);
    await clock.advance(1);
    expect(await Promise.all([first, second])).toEqual([subscription, subscription]);
    expect(seen).toHaveLength(3);
    expect(events).toContainEqual(expect.objectContaining({ type: "wait", reason: "pause", call: 2 }));
  });

  test("another client with the same token waits as well, one with another token does not", async () => {
    const { origin, seen } = await serving((_, { length }) =>
      length === 1 ? reply(429, {}, { "retry-after": "3" }) : reply(200, subscription),
    );
    const { call, clock } = clientOf(origin, { retry: false });
    await expect(call(getSubscription, widgets)).rejects.toThrow("429");
    const same = clientOf(origin, { clock });
    const waiting = same.call(getSubscription, widgets);
    await same.told("wait");
    expect(await clientOf(origin, { clock, credentials: "ghp_another" }).call(getSubscription, widgets)).toEqual(
      subscription,
    );
    expect(seen).toHaveLength(2);
    await clock.advance(3000);
    await waiting;
    expect(seen).toHaveLength(3);
  });
});

describe("a quota that is known to be spent", () => {
  const spending = (now: number) =>
    serving(() =>
      reply(200, subscription, {
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(now / 1000 + 60),
      }),
    );

  test("the next call is held back until the reset", async () => {
    const { origin, seen } = await spending(START);
    const { call, clock, events, told } = clientOf(origin);
    await call(getSubscription, widgets);
    const next = call(getSubscription, widgets);
    await told("wait");
    expect(events.at(-1)).toMatchObject({ reason: "primary" });
    await clock.advance(59_999);
    expect(seen).toHaveLength(1);
    // Both sides round to whole seconds: it may be one more.
    await clock.advance(1001);
    await next;
    expect(seen).toHaveLength(2);
  });

  test("or refused at once, unsent, by who may not wait", async () => {
    const { origin, seen } = await spending(START);
    const { call, clock } = clientOf(origin);
    await call(getSubscription, widgets);
    for (const options of [{ maxWait: 0 }, { maxWait: 59_999 }, { deadline: 59_999 }]) {
      const refused = await ending(call(getSubscription, widgets, options));
      const until = isRateLimitError(refused) ? refused.until?.getTime() : undefined;
      expect(until).toBeGreaterThanOrEqual(clock.now() + 60_000);
      expect(until).toBeLessThanOrEqual(clock.now() + 61_000);
      expect(String(refused)).toContain("Not sent, as it would have to wait for longer than it may");
    }
    expect([seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });
});

const nextPage = (origin: string, page: number) => ({
  link: `<${origin}/api/v3/repos/acme/widgets/collaborators?page=${page}&per_page=100>; rel="next"`,
});

test("a next page on another host is refused, naming both", async () => {
  const other = await serving(() => reply(200, []));
  const { origin, seen } = await serving(() => reply(200, [user(1)], nextPage(other.origin, 2)));
  const { items } = clientOf(origin);
  const error = await ending(Array.fromAsync(items(listCollaborators, widgets)));
  expect(error).toMatchObject({ name: "ResponseError", message: expect.stringContaining(origin) });
  expect(error).toMatchObject({ message: expect.stringContaining(other.origin) });
  expect([seen.length, other.seen.length]).toEqual([1, 0]);
});

describe("a signal ends a list", () => {
  const enough = new Error("enough");

  /** A list whose first page is good and leads to a second one. */
  async function listed(second: Reply, first: Record<string, string> = {}) {
    const service = await serving((_, { length }) =>
      length === 1 ? reply(200, [user(1)], { ...nextPage(service.origin, 2), ...first }) : second,
    );
    const controller = new AbortController();
    const client = clientOf(service.origin);
    const found: string[] = [];
    const read = async () => {
      const options = { signal: controller.signal };
      for await (const { login } of client.items(listCollaborators, widgets, options)) found.push(login);
    };
    return { ...client, service, found, read, stop: () => controller.abort(enough) };
  }

  test("between two pages", async () => {
    const { items, clock, service } = await listed(reply(200, []));
    const controller = new AbortController();
    const list = items(listCollaborators, widgets, { signal: controller.signal });
    await list.next();
    controller.abort(enough);
    await expect(list.next()).rejects.toBe(enough);
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("inside a page, whose connection ends", async () => {
    const { read, stop, service, found, clock } = await listed("silent");
    const end = ending(read());
    await eventually(() => service.seen.length === 2);
    stop();
    expect(await end).toBe(enough);
    await eventually(() => service.left() === 1);
    expect([found, clock.pendingTimers()]).toEqual([["u1"], 0]);
  });

  test("while it waits for limits", async () => {
    const spent = { "x-ratelimit-limit": "9", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000600" };
    const { read, stop, service, told, clock } = await listed(reply(200, []), spent);
    const end = ending(read());
    await told("wait");
    stop();
    expect(await end).toBe(enough);
    await clock.advance(600_000);
    expect([service.seen.length, clock.pendingTimers()]).toEqual([1, 0]);
  });

  test("while it waits to repeat", async () => {
    const { read, stop, service, told, clock } = await listed(reply(503, undefined, { "retry-after": "60" }));
    const end = ending(read());
    await told("retry");
    stop();
    expect(await end).toBe(enough);
    await clock.advance(60_000);
    expect([service.seen.length, clock.pendingTimers()]).toEqual([2, 0]);
  });

  test("before it has begun", async () => {
    const { read, stop, service } = await listed(reply(200, []));
    stop();
    expect(await ending(read())).toBe(enough);
    expect(service.seen).toEqual([]);
  });
});

test.each([
  ["owner", { owner: "..", repo: "widgets" }],
  ["owner", { owner: "", repo: "widgets" }],
  ["repo", { owner: "acme", repo: "." }],
  ["path", { ...widgets, path: "docs/../../x" }],
])("a path value that would lead elsewhere is refused before sending: %s", async (field, input) => {
  const { origin, seen } = await serving(() => reply(200, subscription));
  const { call, request } = clientOf(origin);
  const refused = "path" in input ? call(getContents, { ...widgets, ...input }) : call(getSubscription, input);
  await expect(refused).rejects.toMatchObject({ name: "InputError", field });
  await expect(request(`GET /x/{${field}}`, { [field]: ".." })).rejects.toMatchObject({ name: "InputError", field });
  expect(seen).toEqual([]);
});

test("an answer of the wrong shape is an error that names operation and field", async () => {
  const { origin } = await serving(() => reply(200, { ...subscription, subscribed: "yes" }));
  await expect(clientOf(origin).call(getSubscription, widgets)).rejects.toMatchObject({
    name: "ResponseError",
    route: "GET /repos/{owner}/{repo}/subscription",
    status: 200,
    message: expect.stringMatching(/^GET \/api\/v3\/repos\/acme\/widgets\/subscription: .* where subscribed is wrong/),
  });
});

test("304 is served from the cache, and costs nothing of the primary limit", async () => {
  const { origin, seen } = await serving(({ headers }) =>
    headers["if-none-match"] === '"1"' ? reply(304) : reply(200, subscription, { etag: '"1"' }),
  );
  const { call, events } = clientOf(origin);
  expect(await call(getSubscription, widgets)).toEqual(subscription);
  const again = await call.raw(getSubscription, widgets);
  expect(again).toMatchObject({ output: subscription, status: 200 });
  expect(seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  expect(events.at(-1)).toMatchObject({ type: "answer", status: 304, cached: true });
});

describe("403 names what is missing", () => {
  const forbidden = (headers: Record<string, string>) =>
    serving(() => reply(403, { message: "Resource not accessible" }, headers));
  const hook = { ...widgets, config: { url: "https://receiver.test" } };

  test("scopes, to a classic token", async () => {
    const { origin } = await forbidden({ "x-oauth-scopes": "gist, read:repo_hook" });
    const refused = clientOf(origin).call(createRepositoryHook, hook);
    await expect(refused).rejects.toMatchObject({ name: "PermissionError", missing: [{ scope: "repo" }] });
    await expect(refused).rejects.toThrow("403 Resource not accessible. The token lacks the scope repo.");
  });

  test("permissions, to a fine-grained one", async () => {
    const { origin } = await forbidden({ "x-accepted-github-permissions": "repository_hooks=write" });
    const refused = clientOf(origin, { credentials: "github_pat_0123456789" }).call(createRepositoryHook, hook);
    const missing = [{ permission: "repository_hooks", level: "write" }];
    await expect(refused).rejects.toMatchObject({ name: "PermissionError", missing });
    await expect(refused).rejects.toThrow('This call takes the repository permission "Webhooks" (write).');
  });

  test("and is no limit, whatever is left of that", async () => {
    const { origin, seen } = await forbidden({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000060" });
    await expect(clientOf(origin).call(getRepositoryHook, { ...widgets, hook_id: 1 })).rejects.toMatchObject({
      name: "PermissionError",
    });
    expect(seen).toHaveLength(1);
  });
});

test("an id above 2^53 keeps every digit, there and back", async () => {
  const id = "9007199254740993";
  const delivery = `{"id":${id},"guid":"g","delivered_at":"","redelivery":false,"duration":1,"status":"OK","status_code":200,
    "event":"star","action":null,"installation_id":null,"repository_id":1,
    "request":{"headers":{},"payload":{}},"response":{"headers":{},"payload":null}}`;
  const { origin, seen } = await serving(() => ({ status: 200, headers: {}, body: delivery }));
  const found = await clientOf(origin).call(getRepositoryHookDelivery, { ...widgets, hook_id: 1, delivery_id: id });
  expect(found.id).toBe(id);
  expect(seen[0]?.url).toBe(`/api/v3/repos/acme/widgets/hooks/1/deliveries/${id}`);
});

test("absence is an answer", async () => {
  const { origin } = await serving(() => reply(404, { message: "Not Found" }));
  expect(await clientOf(origin).call(checkStar, widgets)).toBe(false);
});
