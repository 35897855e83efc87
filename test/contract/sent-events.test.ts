import { github, svc } from "@forgehand/core/dialects";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { eventObservers, type ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { sendRequest } from "../../packages/emulator/src/requests.fixture.ts";
import { emulatorTest } from "../../packages/emulator/src/vitest.ts";
import { eventComplaints } from "./sent-events.ts";

const URL = "http://127.0.0.1:9/";
const SEED = {
  users: { alice: {} },
  repositories: { "alice/own": { hooks: [{ url: URL, events: ["star"] }] } },
  tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
};

const sent: ObservedEvent[] = [];
const keep = (event: ObservedEvent) => sent.push(event);
beforeAll(() => void eventObservers.add(keep));
afterAll(() => void eventObservers.delete(keep));
afterEach(() => {
  sent.length = 0;
});

const test = emulatorTest({ seed: SEED });

test("an event is held against the contract and the public description as it is sent", async ({ emulator }) => {
  await sendRequest(emulator, "PUT /user/starred/alice/own", "alice");
  await emulator.control.settled();
  const [star] = sent;
  if (!star) throw new Error("The star was told.");
  expect(star).toMatchObject({ dialect: github, event: "star", action: "created" });
  expect(eventComplaints(star)).toEqual([]);

  const { repository: _gone, ...rest } = Object(star.payload);
  expect(eventComplaints({ ...star, payload: rest })).toEqual([
    expect.stringMatching(/^event star created: repository is missing/),
    expect.stringMatching(/^event star created: described: .*'repository'/),
  ]);
  expect(eventComplaints({ ...star, dialect: svc, payload: rest })).toHaveLength(1);
  expect(eventComplaints({ ...star, payload: { ...Object(star.payload), starred_at: 1 } })).toHaveLength(2);
});

test("an action that the event doesn't have is told", () => {
  const made = { dialect: github, event: "star", payload: { action: "polished" } };
  expect(eventComplaints({ ...made, action: "polished" })).toEqual([
    "event star polished: the contract has no such action",
    "event star polished: described: there is no such event, or it has no such action",
  ]);
  expect(eventComplaints({ ...made, action: null })).toHaveLength(2);
  // What the contract leaves open the description may know.
  expect(eventComplaints({ dialect: svc, event: "create", action: null, payload: {} })).toEqual([]);
  expect(eventComplaints({ dialect: github, event: "create", action: null, payload: {} })).toHaveLength(1);
});
