import { afterAll, afterEach, expect } from "vitest";
import { eventObservers, type ObservedEvent } from "../../packages/emulator/src/deliveries/event-observers.ts";
import { eventComplaints } from "./sent-events.ts";

const complaints = new Set<string>();

function check(sent: ObservedEvent): void {
  for (const complaint of eventComplaints(sent)) complaints.add(complaint);
}

// Files that share a process share the observers too: each file adds its own, and removes it.
eventObservers.add(check);
afterAll(() => void eventObservers.delete(check));

afterEach(() => {
  const found = [...complaints];
  complaints.clear();
  expect(found, "events that the contract would not expect").toEqual([]);
});
