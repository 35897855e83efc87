import { afterEach, expect } from "vitest";
import { eventObservers } from "../../packages/emulator/src/deliveries/observed.ts";
import { eventComplaints } from "./sent-events.ts";

const complaints = new Set<string>();
eventObservers.add((sent) => {
  for (const complaint of eventComplaints(sent)) complaints.add(complaint);
});

afterEach(() => {
  const found = [...complaints];
  complaints.clear();
  expect(found, "events that the contract would not expect").toEqual([]);
});
