import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { redeliverRepositoryHookDelivery } from "../../contract/repository/deliveries.ts";
import { getRepositoryHook, pingRepositoryHook } from "../../contract/repository/hooks.ts";
import { listStargazers } from "../../contract/repository/starring.ts";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { getWorkflowRunLogs } from "../../contract/repository/workflow-runs.ts";
import { starRepository } from "../../contract/user/starring.ts";
import type { Client, ClientOptions } from "../client.ts";
import { subscription, widgets } from "../mock-client.fixture.ts";
import { content, createTestClient, outcomeOf, reply, startService, waitUntil } from "../service.fixture.ts";

describe("credentials that never resolve", () => {
  const never = () => new Promise<string>(() => {});

  test("do not delay an abort, which throws the signal's reason", async () => {
    const { origin, requests } = await startService(() => reply(200, subscription));
    const { call, clock } = createTestClient(origin, { credentials: never });
    const controller = new AbortController();
    const outcome = outcomeOf(call(setSubscription, { ...widgets, subscribed: true }, { signal: controller.signal }));
    await clock.advance(1000);
    controller.abort(new Error("enough"));
    expect(await outcome).toMatchObject({ message: "enough" });
    expect([requests.length, clock.pendingTimers()]).toEqual([0, 0]);
  });

  test.each([
    ["a timeout", { timeout: 300 }],
    ["a deadline", { deadline: 300 }],
  ])("fail at %s without sending anything", async (_, options) => {
    const { origin, requests } = await startService(() => reply(200, subscription));
    const { call, clock } = createTestClient(origin, { credentials: never, retry: false });
    const outcome = outcomeOf(call(getSubscription, widgets, options));
    await clock.advance(300);
    expect(await outcome).toMatchObject({ name: "ConnectionError", outcome: "none" });
    expect([requests.length, clock.pendingTimers()]).toEqual([0, 0]);
  });
});

test("a credentials function that hung is called again after a minute", async () => {
  const { origin } = await startService(() => reply(200, subscription));
  const tokens = [new Promise<string>(() => {}), Promise.resolve("ghp_second0")];
  const credentials = () => tokens.shift() ?? "";
  const { call, clock } = createTestClient(origin, { credentials, retry: false });
  const first = outcomeOf(call(getSubscription, widgets, { timeout: 300 }));
  await clock.advance(300);
  expect(await first).toMatchObject({ name: "ConnectionError" });
  await clock.advance(60_000);
  expect(await call(getSubscription, widgets)).toMatchObject({ subscribed: true });
});

describe("tokens of a credentials function", () => {
  test("can belong to different users, who never get each other's responses", async () => {
    const { origin } = await startService(({ headers }) => reply(200, { login: headers["authorization"] }));
    const tokens = ["ghp_alice0", "ghp_bob000"];
    const { request } = createTestClient(origin, { credentials: () => tokens.shift() ?? "" });
    const both = await Promise.all([request("GET /user"), request("GET /user")]);
    expect(both).toEqual([{ login: "Bearer ghp_alice0" }, { login: "Bearer ghp_bob000" }]);
  });

  // Without a known prefix, so that nothing but the value identifies them.
  const USERS = {
    alice: { token: "a".repeat(40), kind: "installation" },
    bob: { token: "b".repeat(40), kind: "classic" },
  } as const;

  /** A client of two users. Responses to `alice` are sent after the next response to `bob`. */
  async function clientOfTwo(status: number, options: Partial<ClientOptions> = {}) {
    const bobIsDone = Promise.withResolvers<void>();
    const { origin, requests } = await startService(async ({ headers: { authorization } }) => {
      if (authorization?.includes(USERS.alice.token)) await bobIsDone.promise;
      return reply(status, { message: `Not with ${authorization}.` });
    });
    const user = new AsyncLocalStorage<keyof typeof USERS>();
    const credentials = () => USERS[user.getStore() ?? "bob"];
    const client = createTestClient(origin, { credentials, retry: false, ...options });
    const as = <T>(name: keyof typeof USERS, work: () => Promise<T>) => user.run(name, () => outcomeOf(work()));
    return { ...client, as, requests, letAliceContinue: () => bobIsDone.resolve() };
  }

  test("are checked one by one for whether their kind can make the call", async () => {
    const { as, call, requests, letAliceContinue } = await clientOfTwo(404);
    letAliceContinue();
    const star = () => call(starRepository, widgets);
    for (const [name, error] of [
      ["alice", "PermissionError"],
      ["bob", "NotFoundError"],
      ["alice", "PermissionError"],
      ["bob", "NotFoundError"],
    ] as const) {
      expect(await as(name, star)).toMatchObject({ name: error });
    }
    expect(requests.map(({ headers }) => headers["authorization"])).toEqual(Array(2).fill(`Bearer ${USERS.bob.token}`));
  });

  test("determine the advice of the errors of their own calls only", async () => {
    const { as, call, requests, letAliceContinue } = await clientOfTwo(403);
    const work = () => call(redeliverRepositoryHookDelivery, { ...widgets, hook_id: 1, delivery_id: "5" });
    const alice = as("alice", work);
    await waitUntil(() => requests.length === 1);
    const bob = await as("bob", work);
    letAliceContinue();
    const advice = "A workflow's built-in token cannot do this at all";
    expect(await alice).toMatchObject({ message: expect.stringContaining(advice) });
    expect(bob).toMatchObject({ name: "PermissionError", message: expect.not.stringContaining(advice) });
  });

  test("are removed from the errors of their own calls, whatever middleware makes of the response", async () => {
    const { as, call, requests, events, letAliceContinue } = await clientOfTwo(422, {
      middleware: [
        (next) => async (request) => {
          const { status, headers, text } = await next(request);
          if (request.operation === pingRepositoryHook) throw new Error(text);
          return { status, headers, text };
        },
      ],
    });
    const hook = { ...widgets, hook_id: 1 };
    const rebuilt = as("alice", () => call(getRepositoryHook, hook));
    const failing = as("alice", () => call(pingRepositoryHook, hook));
    await waitUntil(() => requests.length === 2);
    await as("bob", () => call(starRepository, widgets));
    letAliceContinue();
    await failing;
    expect(String(await rebuilt)).toContain("Not with Bearer ");
    expect(String(await rebuilt)).not.toContain("aaaa");
    expect(events.filter(({ type }) => type === "error")).toHaveLength(3);
    expect(JSON.stringify(events)).not.toMatch(/aaaa|bbbb/);
  });
});

describe("a token without a known prefix is removed from errors", () => {
  const TOKEN = "3f786850e387550fdab836ed7e6dc881de23001b";
  const rebuild: NonNullable<ClientOptions["middleware"]>[number] = (next) => async (request) => {
    const { status, headers, text } = await next(request);
    return { status, headers, text };
  };

  async function readList({ items }: Client): Promise<void> {
    for await (const item of items(listStargazers, widgets)) expect(item).toBeDefined();
  }

  test.each([
    ["that middleware rebuilt", 200, [rebuild]],
    ["that comes from the cache", 304, []],
  ])("about the next page of a response %s", async (_, status, middleware) => {
    const link = `<http://${TOKEN}.other.example/x>; rel="next"`;
    const replies = [reply(200, [], { etag: '"1"' }), reply(status, status === 304 ? undefined : [], { link })];
    const { origin, requests } = await startService(() => replies.shift() ?? reply(500));
    const client = createTestClient(origin, { credentials: TOKEN, middleware });
    await readList(client);
    const error = await outcomeOf(readList(client));
    expect(requests).toHaveLength(2);
    expect(String(error)).toContain("The next page is on");
    expect(String(error)).not.toContain(TOKEN);
  });

  test("about the link of a download that middleware rebuilt", async () => {
    const { origin } = await startService(() => reply(302, undefined, { location: `http://127.0.0.1:1/${TOKEN}` }));
    const { download } = createTestClient(origin, { credentials: TOKEN, middleware: [rebuild], retry: false });
    const error = await outcomeOf(download(getWorkflowRunLogs, { ...widgets, run_id: 1 }));
    expect(String(error)).toContain("No connection");
    expect(JSON.stringify([String(error), error])).not.toContain(TOKEN);
  });

  test("about a response of a route without a contract that middleware rebuilt", async () => {
    const type = { "content-type": `application/${TOKEN}+json` };
    const { origin } = await startService(() => content("no JSON", type));
    const { request } = createTestClient(origin, { credentials: TOKEN, middleware: [rebuild] });
    const error = await outcomeOf(request("GET /x"));
    expect(String(error)).toContain("instead of JSON");
    expect(String(error)).not.toContain(TOKEN);
  });

  test.each([401, 503])("about a later attempt, which had another token after a %i", async (status) => {
    const replies = [reply(status, {}), reply(400, { message: `not ${TOKEN}` })];
    const tokens = [TOKEN, "b".repeat(40)];
    const { origin } = await startService(() => replies.shift() ?? reply(500));
    const { call, clock, events, types } = createTestClient(origin, { credentials: () => tokens.shift() ?? "" });
    const error = outcomeOf(call(getSubscription, widgets));
    // After a 401 the next token is used immediately, without waiting.
    await waitUntil(() => types().some((type) => type === "retry" || type === "error"));
    await clock.advance(60_000);
    expect(String(await error)).toContain("not [");
    expect(String(await error)).not.toContain(TOKEN);
    expect(JSON.stringify(events)).not.toContain(TOKEN);
  });
});
