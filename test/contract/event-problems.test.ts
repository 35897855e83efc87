import { github, svc } from "@forgehand/core/dialects";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { eventObservers, type ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { sendRequest } from "../../packages/emulator/src/requests.fixture.ts";
import { emulatorTest } from "../../packages/emulator/src/vitest.ts";
import { eventProblems } from "./event-problems.ts";

const URL = "http://127.0.0.1:9/";
const SEED = {
  users: { alice: {} },
  repositories: { "alice/own": { hooks: [{ url: URL, events: ["star"] }] } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
};

const sent: ObservedEvent[] = [];
const recordEvent = (event: ObservedEvent) => sent.push(event);
beforeAll(() => void eventObservers.add(recordEvent));
afterAll(() => void eventObservers.delete(recordEvent));
afterEach(() => {
  sent.length = 0;
});

const test = emulatorTest({ seed: SEED });

test("checks an event against the contract and the public description", async ({ emulator }) => {
  await sendRequest(emulator, "PUT /user/starred/alice/own", "alice");
  await emulator.control.settled();
  const [star] = sent;
  if (!star) throw new Error("The star event was not sent.");
  expect(star).toMatchObject({ dialect: github, event: "star", action: "created" });
  expect(eventProblems(star)).toEqual([]);

  const { repository: _omitted, ...rest } = Object(star.payload);
  expect(eventProblems({ ...star, payload: rest })).toEqual([
    expect.stringMatching(/^event star created: repository is missing/),
    expect.stringMatching(/^event star created: described: .*'repository'/),
  ]);
  expect(eventProblems({ ...star, dialect: svc, payload: rest })).toHaveLength(1);
  expect(eventProblems({ ...star, payload: { ...Object(star.payload), starred_at: 1 } })).toHaveLength(2);
});

test("reports an action that the event does not have", () => {
  const invalidEvent = { dialect: github, event: "star", payload: { action: "polished" } };
  expect(eventProblems({ ...invalidEvent, action: "polished" })).toEqual([
    "event star polished: the action must be one that the contract lists",
    "event star polished: described: the event and action must be in the description",
  ]);
  expect(eventProblems({ ...invalidEvent, action: null })).toHaveLength(2);
  // Callers choose the actions of this event.
  const dispatched = { dialect: svc, event: "repository_dispatch", payload: {} };
  const problemsOf = (action: string | null) => eventProblems({ ...dispatched, action });
  expect(problemsOf(null)).toEqual([expect.stringContaining("the action must be")]);
  expect(problemsOf("polished")).toContainEqual(expect.stringContaining("branch is missing"));
});
