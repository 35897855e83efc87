import { describe, expect, test } from "vitest";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { subscription, widgets } from "../mock-client.fixture.ts";
import { createTestClient, outcomeOf, reply, startService } from "../service.fixture.ts";

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
});
