import { afterAll, afterEach, expect } from "vitest";
import { type ObservedResponse, responseObservers } from "../../packages/emulator/src/http/response-observers.ts";
import { complaintsOf } from "./answers.ts";

const complaints = new Set<string>();

function check(answer: ObservedResponse): void {
  for (const complaint of complaintsOf(answer)) complaints.add(complaint);
}

// Files that share a process share the observers too: each file adds its own, and removes it.
responseObservers.add(check);
afterAll(() => void responseObservers.delete(check));

afterEach(() => {
  const found = [...complaints];
  complaints.clear();
  expect(found, "answers that the contract or the public description would not expect").toEqual([]);
});
