import { once } from "node:events";
import { request } from "node:http";
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../public.ts";
import { fetchControl } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

const START = new Date("2026-01-01T10:00:00Z");
const IN_AN_HOUR = START.getTime() / 1000 + 3600;

/** The emulator's time is fixed unless it is set. */
const options = (limits: object | string) => ({ limits, now: () => START, control: true });

async function send({ apiUrl, tokens }: Emulator, route: string, as?: string, init: RequestInit = {}) {
  const [method = "", path = ""] = route.split(" ");
  const headers = {
    ...(as === undefined ? {} : { authorization: `Bearer ${tokens[as] ?? as}` }),
    ...Object.fromEntries(new Headers(init.headers)),
  };
  const response = await fetch(`${apiUrl}${path}`, { ...init, method, headers });
  const text = await response.text();
  const rate = Object.fromEntries(
    [...response.headers].flatMap(([name, value]) =>
      name.startsWith("x-ratelimit-") ? [[name.slice("x-ratelimit-".length), value]] : [],
    ),
  );
  const { status, headers: responseHeaders } = response;
  const message: string = text === "" ? "" : JSON.parse(text).message;
  return {
    status,
    rate,
    message,
    retryAfter: responseHeaders.get("retry-after"),
    etag: responseHeaders.get("etag") ?? "",
  };
}

const GET = "GET /repos/acme/widgets";
const PUT = "PUT /user/starred/acme/widgets";

describe("published limits", () => {
  const test = emulatorTest({ ...options("published"), strict: false });

  test("are reported in every response, by owner and resource", async ({ emulator }) => {
    const rate = (used: number, limit: number) => ({
      limit: String(limit),
      used: String(used),
      remaining: String(limit - used),
      reset: String(IN_AN_HOUR),
      resource: "core",
    });
    expect((await send(emulator, GET, "alice")).rate).toEqual(rate(1, 5000));
    // All of a user's tokens share one quota, and errors count, too.
    expect((await send(emulator, "GET /repos/acme/nothing", "alice-fine-grained")).rate).toEqual(rate(2, 5000));
    expect((await send(emulator, "GET /nowhere", "alice")).rate).toEqual(rate(3, 5000));
    expect((await send(emulator, PUT, "bob")).rate).toEqual(rate(1, 5000));
    expect((await send(emulator, GET, "acme-installation")).rate).toEqual(rate(1, 5000));
    expect((await send(emulator, GET, "workflow")).rate).toEqual(rate(1, 15_000));
    expect((await send(emulator, GET)).rate).toEqual(rate(1, 60));
    // Invalid credentials count as anonymous.
    expect(await send(emulator, GET, "ghp_wrong")).toMatchObject({ status: 401, rate: rate(2, 60) });
    const version = { headers: { "x-github-api-version": "1999-01-01" } };
    expect(await send(emulator, GET, undefined, version)).toMatchObject({ status: 400, rate: rate(3, 60) });
  });

  test("don't count unchanged responses, preflights and rate limit queries", async ({ emulator }) => {
    const { etag } = await send(emulator, GET, "alice");
    const conditional = { headers: { "if-none-match": etag } };
    for (let times = 0; times < 3; times++) {
      expect(await send(emulator, GET, "alice", conditional)).toMatchObject({ status: 304, rate: { used: "1" } });
      expect((await send(emulator, "OPTIONS /repos/acme/widgets")).rate).toEqual({});
      expect((await send(emulator, "GET /rate_limit", "alice")).rate).toMatchObject({ used: "1", resource: "core" });
    }
  });

  test("reject the 61st anonymous call in an hour, until the reset", async ({ emulator }) => {
    for (let calls = 0; calls < 60; calls++) expect((await send(emulator, GET)).status).toBe(200);
    expect(await send(emulator, GET)).toMatchObject({
      status: 403,
      message: "API rate limit exceeded for 127.0.0.1.",
      rate: { limit: "60", used: "60", remaining: "0", reset: String(IN_AN_HOUR) },
      retryAfter: null,
    });
    expect((await send(emulator, GET, "mallory")).status).toBe(200);
    expect((await send(emulator, "GET /rate_limit")).status).toBe(200);
    emulator.control.clock.advance(3599);
    expect((await send(emulator, GET)).status).toBe(403);
    emulator.control.clock.advance(1);
    expect(await send(emulator, GET)).toMatchObject({ status: 200, rate: { used: "1" } });
  });

  test("reject the 181st write in a minute, with a wait time", async ({ emulator }) => {
    for (let calls = 0; calls < 100; calls++) expect((await send(emulator, PUT, "alice")).status).toBe(204);
    emulator.control.clock.advance(20);
    for (let calls = 0; calls < 80; calls++) expect((await send(emulator, PUT, "alice")).status).toBe(204);
    const tooMany = await send(emulator, PUT, "alice");
    expect(tooMany).toMatchObject({ status: 403, retryAfter: "40", rate: { used: "180" } });
    expect(tooMany.message).toContain("secondary rate limit");
    expect((await send(emulator, PUT, "bob")).status).toBe(204);
    emulator.control.clock.advance(39);
    expect((await send(emulator, GET, "alice")).status).toBe(403);
    emulator.control.clock.advance(1);
    for (let calls = 0; calls < 100; calls++) expect((await send(emulator, PUT, "alice")).status).toBe(204);
    expect(await send(emulator, PUT, "alice")).toMatchObject({ status: 403, retryAfter: "20" });
  });

  test("reject content over the limit with 422, without creating it", async ({ emulator }) => {
    const route = "POST /repos/acme/widgets/pulls/1/requested_reviewers";
    const body = JSON.stringify({ reviewers: ["carol"] });
    for (let calls = 0; calls < 80; calls++) {
      expect((await send(emulator, route, "alice", { body })).status).toBe(201);
    }
    await send(emulator, route.replace("POST", "DELETE"), "alice", { body });
    const tooMany = await send(emulator, route, "alice", { body });
    expect(tooMany).toMatchObject({ status: 422, retryAfter: "60" });
    expect(tooMany.message).toMatch(/submitted too quickly.*secondary rate limit/);
    const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" });
    const pull = { owner: "acme", repo: "widgets", pull_number: 1 };
    expect((await client.call(operations.listRequestedReviewers, pull)).users).toEqual([]);
    const secondClient = createClient({
      baseUrl: emulator.apiUrl,
      credentials: emulator.tokens["alice"] ?? "",
      retry: false,
    });
    await expect(
      secondClient.call(operations.requestReviewers, { ...pull, reviewers: ["carol"] }),
    ).rejects.toMatchObject({
      name: "RateLimitError",
    });
  });

  test("report usage in the control API", async ({ emulator }) => {
    await send(emulator, PUT, "alice");
    await send(emulator, GET, "alice-fine-grained");
    await send(emulator, GET);
    const usage = [
      {
        kind: "user",
        name: "user alice",
        calls: 2,
        inFlight: 0,
        points: 6,
        contentMinute: 0,
        contentHour: 0,
        refused: { primary: 0, inFlight: 0, points: 0, content: 0 },
        primary: [{ resource: "core", limit: 5000, used: 2, remaining: 4998, reset: IN_AN_HOUR }],
      },
      expect.objectContaining({ kind: "anonymous", name: "127.0.0.1", calls: 1 }),
    ];
    expect(emulator.control.limits()).toEqual(usage);
    expect(await (await fetchControl(emulator, "/limits")).json()).toEqual({ limits: usage });
  });
});

describe("installation", () => {
  const repositories = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`big/r${index}`, {}]));
  const token = { kind: "installation", app: "bot", account: "big" };
  const seed = {
    users: { olga: {} },
    organizations: { big: { members: { olga: "owner" } } },
    repositories,
    apps: { bot: { owner: "big", installations: { big: {} } } },
    tokens: { bot: token },
  };
  const test = emulatorTest({ ...options("published"), seed });

  test("has a higher limit with more repositories", async ({ emulator }) => {
    expect((await send(emulator, "GET /repos/big/r0", "bot")).rate["limit"]).toBe("5500");
  });
});

describe("custom limits", () => {
  const registration = { limit: 1, seconds: 60 };
  const user = { actions_runner_registration: registration, search: { limit: 0 } };
  const test = emulatorTest(options({ primary: { user, workflow: "off" }, secondary: "off" }));

  test("apply per resource, and reject with 429", async ({ emulator }) => {
    const route = "GET /search/issues?q=is:open";
    const limited = await send(emulator, route, "alice");
    expect(limited).toMatchObject({ status: 429, rate: { limit: "0", remaining: "0", resource: "search" } });
    expect((await send(emulator, GET, "alice")).rate["resource"]).toBe("core");
  });

  test("can be off for one kind of owner", async ({ emulator }) => {
    expect((await send(emulator, GET, "workflow")).rate).toEqual({});
    expect((await send(emulator, "GET /rate_limit", "workflow")).status).toBe(404);
    await Promise.all(Array.from({ length: 300 }, () => send(emulator, PUT, "alice")));
    expect((await send(emulator, PUT, "alice")).status).toBe(204);
  });
});

describe("calls in flight", () => {
  const test = emulatorTest(options({ secondary: { inFlight: { limit: 1 } } }));

  test("are limited until one of them finishes", async ({ emulator }) => {
    const { port, pathname } = new URL(`${emulator.apiUrl}/repos/acme/widgets/subscription`);
    const headers = {
      authorization: `Bearer ${emulator.tokens["alice"]}`,
      "user-agent": "slow",
      "transfer-encoding": "chunked",
    };
    const slow = request({ port, path: pathname, method: "PUT", headers });
    slow.write("{");
    await expect.poll(() => emulator.control.limits()[0]?.inFlight).toBe(1);
    const rejected = await send(emulator, GET, "alice");
    expect(rejected).toMatchObject({ status: 403, retryAfter: "1" });
    expect(rejected.message).toContain("secondary rate limit");
    expect((await send(emulator, GET, "bob")).status).toBe(200);
    const responded = once(slow.end('"subscribed": true }'), "response");
    const [slowResponse]: { statusCode?: number; resume?: () => void }[] = await responded;
    slowResponse?.resume?.();
    expect(slowResponse?.statusCode).toBe(200);
    expect((await send(emulator, GET, "alice")).status).toBe(200);
  });
});
