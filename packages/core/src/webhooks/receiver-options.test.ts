import { describe, expect, test } from "vitest";
import { SECRET } from "./deliveries.fixture.ts";
import { memoryStore } from "./memory-store.ts";
import { createReceiver } from "./receiver.ts";

describe("createReceiver", () => {
  const on = { ping: () => {} };
  test.each([
    ["options", undefined],
    ["options", null],
    ["options", "hunter2"],
    ["secret", { secret: "hunter2", on }],
    ["secrets", { on }],
    ["secrets", { secrets: "", on }],
    ["sha1", { secrets: "hunter2", sha1: "no", on }],
    ["dialect", { secrets: "hunter2", dialect: "hub", on }],
    ["on", { secrets: "hunter2" }],
    ["on", { secrets: "hunter2", on: null }],
    ["on", { secrets: "hunter2", on: () => {} }],
    ["on", { secrets: "hunter2", on: {} }],
    ["on", { secrets: "hunter2", on: { ping: undefined } }],
    ["on.ping", { secrets: "hunter2", on: { ping: "handler" } }],
    ["on.stars", { secrets: "hunter2", on: { ...on, stars: () => {} } }],
    ["on.toString", { secrets: "hunter2", on: { ...on, toString: () => "" } }],
    ["store", { secrets: "hunter2", on, store: null }],
    ["store", { secrets: "hunter2", on, store: new Map() }],
    ["store", { secrets: "hunter2", on, store: { ...memoryStore(), release: undefined } }],
    ["answer", { secrets: "hunter2", on, answer: "later" }],
    ["answer", { secrets: "hunter2", on, answer: null }],
    ["concurrency", { secrets: "hunter2", on, concurrency: 0 }],
    ["concurrency", { secrets: "hunter2", on, concurrency: 1.5 }],
    ["concurrency", { secrets: "hunter2", on, concurrency: "5" }],
    ["backlog", { secrets: "hunter2", on, backlog: -1 }],
    ["lease", { secrets: "hunter2", on, lease: 0 }],
    ["storeTimeout", { secrets: "hunter2", on, storeTimeout: 0 }],
    ["storeTimeout", { secrets: "hunter2", on, storeTimeout: Infinity }],
    ["lease", { secrets: "hunter2", on, lease: Number.NaN }],
    ["onError", { secrets: "hunter2", on, onError: null }],
  ])("rejects an invalid option and names it: %s", (field, options) => {
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(
      expect.objectContaining({ name: "InputError", field, message: expect.stringMatching(/^(?!.*hunter2)/) }),
    );
  });

  test("rejects an unknown event with a list of events", () => {
    const options = { secrets: SECRET, on: { stars: () => {} } };
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(
      /on\.stars must be the neutral name of an event.*fork, .*star, /,
    );
  });

  test("rejects an event name that contains an action, with a hint", () => {
    const options = { secrets: SECRET, on: { "star.created": () => {} } };
    const error = "on.star.created must be an event name without an action: use on.star and check delivery.action.";
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(error);
  });

  test("rejects a vendor's event name and names the neutral one", () => {
    const options = { secrets: SECRET, on: { dependabot_alert: () => {} } };
    const error = "on.dependabot_alert must be the neutral name of an event. Use updater_alert.";
    expect(() => Reflect.apply(createReceiver, undefined, [options])).toThrow(error);
  });
});
