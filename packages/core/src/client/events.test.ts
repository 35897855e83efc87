import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { definitionOf } from "../contract/definition-of.ts";
import { createRepositoryHook } from "../contract/repository/hooks.ts";
import { listStargazers } from "../contract/repository/starring.ts";
import { createRepositoryVariable } from "../contract/repository/variables.ts";
import { getSubscription, setSubscription } from "../contract/repository/watching.ts";
import { listWatchedRepositories } from "../contract/user/watching.ts";
import { subscription, widgets } from "./mock-client.fixture.ts";
import { variable } from "./payloads.fixture.ts";
import { createTestClient, outcomeOf, reply, START, startService, TOKEN } from "./service.fixture.ts";
import type { Transport } from "./transport/transport.ts";

const noPacing = () => ({ preset: "off", owner: crypto.randomUUID() }) as const;

describe("events", () => {
  test("report what happens to a call, in order", async () => {
    const { origin } = await startService((_, requestsSoFar) =>
      requestsSoFar.length === 1
        ? reply(429, { message: "slow down" }, { "retry-after": "3" })
        : requestsSoFar.length === 2
          ? reply(502)
          : reply(404, { message: "Not Found" }),
    );
    const { call, clock, events, waitForEvent } = createTestClient(origin, { random: () => 0.5 });
    const end = outcomeOf(call(setSubscription, widgets));
    await waitForEvent("retry");
    await clock.advance(3000);
    await waitForEvent("wait");
    await clock.advance(500);
    await waitForEvent("retry", 2);
    await clock.advance(500);
    expect(await end).toMatchObject({ name: "NotFoundError" });
    const at = (milliseconds: number) => new Date(START + milliseconds);
    const common = {
      call: 1,
      route: "PUT /repos/{owner}/{repo}/subscription",
      path: "/api/v3/repos/acme/widgets/subscription",
    };
    expect(events).toEqual([
      { ...common, type: "start", attempt: 1 },
      { ...common, type: "response", attempt: 1, status: 429, milliseconds: 0, cached: false },
      { ...common, type: "retry", attempt: 2, reason: "429: rate limited", until: at(3000) },
      { ...common, type: "wait", reason: "pause", until: at(3500) },
      { ...common, type: "start", attempt: 2 },
      { ...common, type: "response", attempt: 2, status: 502, milliseconds: 0, cached: false },
      { ...common, type: "retry", attempt: 3, reason: "502", until: at(4000) },
      { ...common, type: "start", attempt: 3 },
      { ...common, type: "response", attempt: 3, status: 404, milliseconds: 0, cached: false },
      { ...common, type: "error", error: await end },
    ]);
  });

  test("number a client's calls, verifications included", async () => {
    const { origin } = await startService(({ method }) => (method === "GET" ? reply(200, variable("3")) : reply(502)));
    const { call, clock, events, waitForEvent } = createTestClient(origin);
    const end = call(createRepositoryVariable, { ...widgets, name: "LEVEL", value: "3" });
    await waitForEvent("retry");
    await clock.advance(10_000);
    await end;
    expect(events.map(({ call, type, route }) => `${call} ${type} ${route.split(" ")[0]}`)).toEqual([
      "1 start POST",
      "1 response POST",
      "1 retry POST",
      "2 start GET",
      "2 response GET",
    ]);
  });

  test("report the duration and whether the response was cached", async () => {
    const { origin } = await startService(({ headers }) =>
      headers["if-none-match"] ? reply(304) : reply(200, subscription, { etag: '"1"' }),
    );
    const { call, events } = createTestClient(origin);
    await call(getSubscription, widgets);
    await call(getSubscription, widgets);
    expect(events.filter(({ type }) => type === "response")).toMatchObject([
      { call: 1, status: 200, cached: false, milliseconds: 0 },
      { call: 2, status: 304, cached: true },
    ]);
  });

  test("report a deprecated operation once, before its first call", async () => {
    const { origin } = await startService(() => reply(200, []));
    const { call, events } = createTestClient(origin);
    await call(listWatchedRepositories);
    await call(listWatchedRepositories);
    await call(listStargazers, widgets);
    const { from, note } = definitionOf(listWatchedRepositories).deprecated ?? {};
    expect(events.filter(({ type }) => type !== "response")).toMatchObject([
      { type: "deprecated", call: 1, route: "GET /user/subscriptions", from, note, until: undefined },
      { type: "start", call: 1 },
      { type: "start", call: 2 },
      { type: "start", call: 3 },
    ]);
  });

  test("contain paths without queries", async () => {
    const { origin } = await startService(() => reply(200, []));
    const { call, request, events } = createTestClient(origin);
    await call(listStargazers, { ...widgets, page: 5, per_page: 3 });
    await request("GET /x", { key: "5" });
    expect(JSON.stringify(events)).not.toMatch(/page|key/);
  });

  test("do not fail the call if their listener throws", async () => {
    const { origin } = await startService(() => reply(200, subscription));
    const onEvent = () => {
      throw new Error("The log is full.");
    };
    expect(await createTestClient(origin, { onEvent }).call(getSubscription, widgets)).toEqual(subscription);
  });
});

test("neither events nor errors contain the token, a secret or a query, whatever the service returns", async () => {
  const text = fc.string({ minLength: 8, unit: "grapheme-ascii" });
  const secret = fc
    .oneof(
      text,
      fc.tuple(text, text).map((lines) => lines.join("\n")),
    )
    .map((text) => `s3cret-${text}`);
  const outcome = fc.constantFrom("422", "403", "502", "text", "broken", "thrown", "success");
  await fc.assert(
    fc.asyncProperty(secret, outcome, async (secret, outcome) => {
      const transport: Transport = async ({ headers, body }) => {
        const message = `${headers["authorization"]} ${secret}`;
        if (outcome === "thrown") throw new Error(`Can't send ${message} ${body}`);
        const status = outcome === "success" ? 201 : Number(outcome) || 400;
        const text = outcome === "text" ? message : outcome === "broken" ? "{" : JSON.stringify({ message });
        return { status, headers: new Headers({ "content-type": "application/json" }), text };
      };
      const { call, clock, events } = createTestClient("http://forge.test", {
        transport,
        pace: noPacing(),
        cache: false,
      });
      const config = { url: "https://receiver.test/?key=secret-query", secret };
      const end = outcomeOf(call(createRepositoryHook, { ...widgets, config }));
      await clock.advance(100_000);
      const error = await end;
      expect(events.at(-1)).toMatchObject({ type: "error", error });
      // The forms in which logs write errors.
      const written = `${JSON.stringify(events)} ${String(error)} ${JSON.stringify(error)}`;
      for (const hidden of [TOKEN, secret, JSON.stringify(secret).slice(1, -1)]) expect(written).not.toContain(hidden);
    }),
    { numRuns: pickSize(40, 150) },
  );
});
