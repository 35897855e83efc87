import { importPKCS8, SignJWT } from "jose";
import { describe, expect, test as plainTest } from "vitest";
import * as z from "zod/mini";
import type { LoggedCall } from "../public.ts";
import { requestJson, sendRequest } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";
import { type CompletedCall, createCallLog } from "./call-log.ts";

const START = new Date("2026-01-01T10:00:00Z");

describe("call log", () => {
  const test = emulatorTest({ now: () => START, allowHookHosts: ["127.0.0.1:9"], strict: false });

  test("records request, caller and response", async ({ emulator }) => {
    const { clock, calls } = emulator.control;
    const startedAt = performance.now();
    const { headers } = await requestJson(emulator, "PUT /repos/acme/widgets/subscription", { subscribed: true });
    const elapsed = performance.now() - startedAt;
    clock.advance(60);
    await sendRequest(emulator, "HEAD /repos/acme/widgets?per_page=1&access_token=ghp_x&page=2");
    await sendRequest(emulator, "GET /nowhere", "ghp_unknown");
    const [first, second, third] = calls();
    expect(first).toEqual({
      id: 1,
      at: "2026-01-01T10:00:00.000Z",
      method: "PUT",
      path: "/api/v3/repos/acme/widgets/subscription",
      operation: "setSubscription",
      token: "alice",
      user: "alice",
      body: { subscribed: true },
      status: 200,
      duration: expect.any(Number),
      requestId: headers.get("x-github-request-id"),
      fault: null,
      isNotEmulated: false,
    });
    expect(second).toMatchObject({
      id: 2,
      at: "2026-01-01T10:01:00.000Z",
      method: "HEAD",
      operation: "getRepository",
      path: "/api/v3/repos/acme/widgets?per_page=1&access_token=***&page=2",
      token: null,
      user: null,
      body: null,
      status: 200,
    });
    expect(third).toMatchObject({ method: "GET", operation: null, token: null, status: 401, body: null });
    expect(first?.duration).toBeGreaterThan(0);
    expect(first?.duration).toBeLessThanOrEqual(elapsed);
    expect(calls()).toHaveLength(3);
  });

  test("records apps, jobs, unnamed tokens and invalid tokens", async ({ emulator }) => {
    const { control, tokens } = emulator;
    const key = await importPKCS8(await control.createAppKey("forgehand-demo"), "RS256");
    const seconds = START.getTime() / 1000;
    const jwt = await new SignJWT({ iss: "Iv1.forgehand-demo", iat: seconds, exp: seconds + 60 })
      .setProtectedHeader({ alg: "RS256" })
      .sign(key);
    const created = await requestJson(emulator, "POST /app/installations/1/access_tokens", {}, jwt);
    const { token } = z.parse(z.object({ token: z.string() }), created.body);
    for (const name of [token, "workflow", "acme-installation", "alice-fine-grained"]) {
      await sendRequest(emulator, "GET /repos/acme/widgets", name);
    }
    control.revokeToken(tokens["bob"] ?? "");
    await sendRequest(emulator, "GET /repos/acme/widgets", "bob");
    expect(control.calls().map(({ token, user, status }) => [token, user, status])).toEqual([
      ["app", null, 201],
      ["installation", null, 200],
      ["workflow", null, 200],
      ["acme-installation", null, 200],
      ["alice-fine-grained", "alice", 200],
      ["bob", null, 401],
    ]);
    const text = JSON.stringify(control.calls());
    for (const secret of [token, jwt, ...Object.values(tokens)]) expect(text).not.toContain(secret);
  });

  test("redacts secrets wherever they occur", async ({ emulator }) => {
    const config = { url: "http://127.0.0.1:9/", content_type: "json", secret: "hook-secret-1" };
    expect((await requestJson(emulator, "POST /repos/acme/widgets/hooks", { config })).status).toBe(201);
    const misplaced = await requestJson(emulator, "POST /repos/acme/widgets/hooks", {
      config,
      secret: "hook-secret-2",
    });
    expect(misplaced.status).toBe(422);
    expect((await requestJson(emulator, "POST /repos/acme/hooks", { config })).status).toBe(404);
    await requestJson(emulator, "PUT /repos/acme/widgets/subscription", {
      subscribed: true,
      password: "hook-secret-3",
    });
    const [first, second, third, fourth] = emulator.control.calls();
    const shown = { ...config, secret: "[redacted]" };
    expect(first?.body).toEqual({ config: shown });
    expect(second?.body).toEqual({ config: shown, secret: "[redacted]" });
    expect(third?.body).toEqual({ config: shown });
    expect(fourth?.body).toEqual({ subscribed: true, password: "[redacted]" });
    expect(JSON.stringify(emulator.control.calls())).not.toContain("hook-secret");
  });

  test("records bodies of rejected calls, and replaces large or non-JSON bodies", async ({ emulator }) => {
    const route = "PUT /repos/acme/widgets/subscription";
    await requestJson(emulator, route, { ignored: true }, "workflow");
    await requestJson(emulator, "PUT /nowhere", { a: 1 });
    await sendRequest(emulator, route, "alice", { body: "{" });
    await sendRequest(emulator, route, "alice", { body: JSON.stringify({ subscribed: true, x: "é".repeat(40_000) }) });
    await sendRequest(emulator, route, "workflow", { body: "x".repeat(70_000) });
    await sendRequest(emulator, route, "alice", { body: "x".repeat(11_000_000) });
    const stream = new Blob(["x".repeat(11_000_000)]).stream();
    const streamed = { body: stream, duplex: "half" } satisfies RequestInit & { duplex: string };
    await sendRequest(emulator, route, "alice", streamed);
    expect(emulator.control.calls().map(({ status, body }) => [status, body])).toEqual([
      [403, { ignored: true }],
      [404, { a: 1 }],
      [400, "[not JSON: 1 bytes]"],
      [200, "[80026 bytes]"],
      [403, "[70000 bytes]"],
      [413, "[11000000 bytes]"],
      [413, "[too large]"],
    ]);
  });

  test("replaces deeply nested parts of bodies, and redacts what is above", async ({ emulator }) => {
    const body = `{"secret":"hook-secret-1","a":${'{"a":'.repeat(6000)}${"[".repeat(6000)}${"]".repeat(6000)}${"}".repeat(6000)}}`;
    await sendRequest(emulator, "PUT /nowhere", "alice", { body });
    await sendRequest(emulator, "PUT /nowhere", "alice", { body: "{}" });
    const [deep, next] = emulator.control.calls();
    expect(JSON.stringify(deep?.body)).toMatch(/^\{"secret":"\[redacted\]",("a":\{?){50}"\[too deep\]"\}{50}$/);
    expect(next?.body).toEqual({});
  });

  test("redacts tokens wherever a URL contains them", async ({ emulator }) => {
    const token = emulator.tokens["alice"] ?? "";
    for (const path of [`/${token}`, `/user?q=${token}`, `/user?${token}`, "/user?+access_token=s3cret"]) {
      await sendRequest(emulator, `GET ${path}`, "alice");
    }
    expect(emulator.control.calls().map(({ path }) => path.replace("/api/v3", ""))).toEqual([
      "/***",
      "/user?q=***",
      "/user?***",
      "/user?+access_token=***",
    ]);
  });

  test("records faults, with null as the status of a cut connection", async ({ emulator }) => {
    const { faults, calls } = emulator.control;
    faults.add({ operation: "setSubscription", cut: "connection" });
    faults.add({ operation: "getRepository", cut: "body" });
    faults.add({ operation: "getAuthenticatedUser", status: 503, delay: 0.05 });
    await expect(requestJson(emulator, "PUT /repos/acme/widgets/subscription", { ignored: true })).rejects.toThrow();
    await expect(sendRequest(emulator, "GET /repos/acme/widgets", "alice")).rejects.toThrow();
    const { headers } = await sendRequest(emulator, "GET /user", "alice");
    const [cut, half, late] = calls();
    expect(cut).toMatchObject({ status: null, requestId: null, fault: 1, body: { ignored: true }, token: "alice" });
    expect(half).toMatchObject({ status: 200, fault: 2 });
    expect(late).toMatchObject({ status: 503, fault: 3, requestId: headers.get("x-github-request-id") });
    expect(late?.duration).toBeGreaterThanOrEqual(49);
  });

  test("is in order of arrival", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "getAuthenticatedUser", delay: 0.1 });
    const slow = sendRequest(emulator, "GET /user", "alice");
    await expect.poll(() => emulator.control.faults.list()[0]?.happened).toBe(1);
    await sendRequest(emulator, "GET /repos/acme/widgets");
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["getRepository"]);
    await slow;
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual([
      "getAuthenticatedUser",
      "getRepository",
    ]);
  });
});

describe("over HTTP", () => {
  const test = emulatorTest({ control: true });

  test("the call log can be read and cleared", async ({ emulator }) => {
    const log = `${emulator.webUrl}/_control/calls`;
    await sendRequest(emulator, "GET /repos/acme/widgets", "alice");
    expect((await sendRequest(emulator, `GET ${log}`, emulator.controlToken)).body).toEqual({
      calls: emulator.control.calls(),
    });
    expect(emulator.control.calls()).toHaveLength(1);
    expect((await sendRequest(emulator, `DELETE ${log}`, emulator.controlToken)).status).toBe(204);
    expect((await sendRequest(emulator, `GET ${log}`, emulator.controlToken)).body).toEqual({ calls: [] });
  });
});

function completedCall(id: number, body?: string): CompletedCall {
  return {
    id,
    at: START.getTime(),
    method: "PUT",
    path: "/",
    search: "",
    operation: undefined,
    token: undefined,
    isApp: false,
    user: null,
    body,
    status: 200,
    duration: 1,
    requestId: null,
    fault: null,
    isNotEmulated: false,
  };
}

describe("CallLog", () => {
  plainTest("keeps the last 10,000 calls", () => {
    const log = createCallLog();
    for (let count = 0; count < 25_000; count++) log.add(completedCall(log.nextId(), "{}"));
    const ids = log.list().map(({ id }) => id);
    expect(ids).toHaveLength(10_000);
    expect([ids[0], ids.at(-1)]).toEqual([15_001, 25_000]);
    log.clear();
    expect(log.list()).toEqual([]);
    log.add(completedCall(log.nextId(), "{}"));
    expect(log.list()).toMatchObject([{ id: 25_001, body: {} }]);
  });

  plainTest("keeps the last bodies up to the total size", () => {
    const log = createCallLog();
    const body = JSON.stringify("x".repeat(60_000));
    for (let count = 0; count < 2000; count++) log.add(completedCall(log.nextId(), body));
    const sizes = log.list().map(({ body }) => (typeof body === "string" && body.startsWith("x") ? "kept" : body));
    expect(new Set(sizes)).toEqual(new Set(["[60002 bytes]", "kept"]));
    expect(sizes.indexOf("kept")).toBe(sizes.lastIndexOf("[60002 bytes]") + 1);
    expect(sizes.filter((size) => size === "kept")).toHaveLength(Math.floor((32 * 1024 * 1024) / 60_002));
    // Dropped bodies free space.
    for (let count = 0; count < 10_000; count++) log.add(completedCall(log.nextId(), "{}"));
    for (let count = 0; count < 10; count++) log.add(completedCall(log.nextId(), body));
    expect(log.list().filter(({ body }) => typeof body === "string" && body.startsWith("x"))).toHaveLength(10);
  });

  plainTest("shortens long paths and queries", () => {
    const log = createCallLog();
    const long = "x".repeat(15_000);
    log.add({ ...completedCall(log.nextId()), path: `/${long}`, search: `?q=${long}` });
    const [path = ""] = log.list().map((call) => call.path);
    expect(path).toBe(`/${"x".repeat(1999)}…?q=${"x".repeat(1997)}…`);
  });

  plainTest("notifies listeners until they are removed", () => {
    const log = createCallLog();
    const receivedCalls: LoggedCall[] = [];
    const unsubscribe = [
      log.onCall((call) => receivedCalls.push(call)),
      log.onCall((call) => receivedCalls.push(call)),
    ];
    log.add(completedCall(log.nextId()));
    unsubscribe[0]?.();
    log.add(completedCall(log.nextId()));
    unsubscribe[1]?.();
    unsubscribe[1]?.();
    log.add(completedCall(log.nextId()));
    expect(receivedCalls.map(({ id }) => id)).toEqual([1, 1, 2]);
    expect(receivedCalls[0]).toEqual(log.list()[0]);
  });
});
