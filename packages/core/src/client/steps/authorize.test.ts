import { describe, expect, test } from "vitest";
import { getSubscription, setSubscription } from "../../contract/repository/watching.ts";
import { subscription, widgets } from "../answered.fixture.ts";
import { clientOf, ending, reply, serving } from "../service.fixture.ts";

describe("credentials that don't come", () => {
  const never = () => new Promise<string>(() => {});

  test("hold nobody for longer than their signal, with their own reason", async () => {
    const { origin, seen } = await serving(() => reply(200, subscription));
    const { call, clock } = clientOf(origin, { credentials: never });
    const controller = new AbortController();
    const end = ending(call(setSubscription, { ...widgets, subscribed: true }, { signal: controller.signal }));
    await clock.advance(1000);
    controller.abort(new Error("enough"));
    expect(await end).toMatchObject({ message: "enough" });
    expect([seen.length, clock.pendingTimers()]).toEqual([0, 0]);
  });

  test.each([
    ["a timeout", { timeout: 300 }],
    ["a deadline", { deadline: 300 }],
  ])("end at %s: nothing was sent", async (_, wishes) => {
    const { origin, seen } = await serving(() => reply(200, subscription));
    const { call, clock } = clientOf(origin, { credentials: never, retry: false });
    const end = ending(call(getSubscription, widgets, wishes));
    await clock.advance(300);
    expect(await end).toMatchObject({ name: "ConnectionError", outcome: "none" });
    expect([seen.length, clock.pendingTimers()]).toEqual([0, 0]);
  });
});

test("credentials that hung once are asked again after a minute", async () => {
  const { origin } = await serving(() => reply(200, subscription));
  const answers = [new Promise<string>(() => {}), Promise.resolve("ghp_second0")];
  const credentials = () => answers.shift() ?? "";
  const { call, clock } = clientOf(origin, { credentials, retry: false });
  const first = ending(call(getSubscription, widgets, { timeout: 300 }));
  await clock.advance(300);
  expect(await first).toMatchObject({ name: "ConnectionError" });
  await clock.advance(60_000);
  expect(await call(getSubscription, widgets)).toMatchObject({ subscribed: true });
});

describe("a function's tokens", () => {
  test("may be those of different people: nobody gets another's answer", async () => {
    const { origin } = await serving(({ headers }) => reply(200, { login: headers["authorization"] }));
    const tokens = ["ghp_alice0", "ghp_bob000"];
    const { request } = clientOf(origin, { credentials: () => tokens.shift() ?? "" });
    const both = await Promise.all([request("GET /user"), request("GET /user")]);
    expect(both).toEqual([{ login: "Bearer ghp_alice0" }, { login: "Bearer ghp_bob000" }]);
  });
});
