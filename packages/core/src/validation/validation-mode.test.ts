import { describe, expect, test, vi } from "vitest";
import type { CallEvent } from "../client/events.ts";
import { jsonResponse, mockClient, subscription, widgets } from "../client/mock-client.fixture.ts";
import { createTestClient, reply, startService } from "../client/service.fixture.ts";
import { createRepositoryVariable } from "../contract/repository/variables.ts";
import { getSubscription } from "../contract/repository/watching.ts";
import { compiledValidation } from "./compiled.ts";
import type { ValidationMode } from "./validation.ts";

/** A response with a value that the contract excludes, which must not appear in events. */
const UNEXPECTED = { ...subscription, subscribed: "hunter2" };

const eventsOf = (events: readonly CallEvent[], type: CallEvent["type"]) =>
  events.filter((event) => event.type === type);

describe("a response that does not match the contract", () => {
  test("is an error by default, and with strict", async () => {
    for (const options of [{}, { validation: "strict" as const }, { validation: { mode: "strict" as const } }]) {
      const { call } = mockClient(() => jsonResponse(UNEXPECTED), options);
      await expect(call(getSubscription, widgets)).rejects.toThrow("where subscribed must be true or false");
    }
  });

  test("is returned as it is with warn, which reports the field without its value", async () => {
    for (const validate of [undefined, compiledValidation()]) {
      const events: CallEvent[] = [];
      const { call } = mockClient(() => jsonResponse(UNEXPECTED), {
        validation: { mode: "warn", validate },
        onEvent: (event) => void events.push(event),
      });
      expect(await call(getSubscription, widgets)).toEqual(UNEXPECTED);
      expect(eventsOf(events, "mismatch")).toEqual([
        expect.objectContaining({
          route: "GET /repos/{owner}/{repo}/subscription",
          status: 200,
          problem: "where subscribed must be true or false",
        }),
      ]);
      expect(eventsOf(events, "error")).toEqual([]);
    }
  });

  test("is not noticed with off, which does not validate at all", async () => {
    const validate = vi.fn(compiledValidation());
    const onEvent = vi.fn();
    const { call } = mockClient(() => jsonResponse(UNEXPECTED), { validation: { mode: "off", validate }, onEvent });
    expect(await call(getSubscription, widgets)).toEqual(UNEXPECTED);
    expect(validate).not.toHaveBeenCalled();
    expect(onEvent).not.toHaveBeenCalledWith(expect.objectContaining({ type: "mismatch" }));
  });

  test("stays an error with any mode if it is not JSON, or if its status is no success", async () => {
    for (const validation of ["warn", "off"] as const) {
      await expect(
        mockClient(() => new Response("{"), { validation }).call(getSubscription, widgets),
      ).rejects.toThrow();
      const forbidden = mockClient(() => jsonResponse({ message: "No" }, 403), { validation });
      await expect(forbidden.call(getSubscription, widgets)).rejects.toMatchObject({ name: "PermissionError" });
    }
  });

  test.each<ValidationMode>(["warn", "off"])(
    "never decides whether a lost write took effect: %s",
    async (validation) => {
      const { origin } = await startService(({ method }) => (method === "GET" ? reply(200, { name: 5 }) : reply(502)));
      const { call, clock, waitForEvent } = createTestClient(origin, { validation });
      const end = expect(
        call(createRepositoryVariable, { ...widgets, name: "LEVEL", value: "3" }),
      ).rejects.toMatchObject({
        outcome: "unknown",
      });
      await waitForEvent("retry");
      await clock.advance(100_000);
      await end;
    },
  );
});

test.each([
  ["validation", "warning"],
  ["validation", { mode: "none" }],
  ["validation.validate", { validate: "compiled" }],
  ["validation.validator", { validator: () => undefined }],
])("an invalid option is rejected: %s of %o", (field, validation) => {
  // @ts-expect-error
  expect(() => mockClient(() => jsonResponse({}), { validation })).toThrow(expect.objectContaining({ field }));
});
