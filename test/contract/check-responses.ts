import { afterAll, afterEach, expect } from "vitest";
import { type ObservedResponse, responseObservers } from "../../packages/emulator/src/http/response-observers.ts";
import { responseProblems } from "./response-problems.ts";

const problems = new Set<string>();

function check(response: ObservedResponse): void {
  for (const problem of responseProblems(response)) problems.add(problem);
}

// Files that share a process share the observers too, so each file adds and removes its own.
responseObservers.add(check);
afterAll(() => void responseObservers.delete(check));

afterEach(() => {
  const found = [...problems];
  problems.clear();
  expect(found, "responses that violate the contract or the public API description").toEqual([]);
});
