import { afterAll, afterEach, expect } from "vitest";
import { eventObservers, type ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { eventProblems } from "./event-problems.ts";

const problems = new Set<string>();

function check(sent: ObservedEvent): void {
  for (const problem of eventProblems(sent)) problems.add(problem);
}

// Files that share a process share the observers too, so each file adds and removes its own.
eventObservers.add(check);
afterAll(() => void eventObservers.delete(check));

afterEach(() => {
  const found = [...problems];
  problems.clear();
  expect(found, "events that violate the contract or the public API description").toEqual([]);
});
