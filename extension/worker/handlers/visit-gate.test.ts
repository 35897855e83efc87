import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVisitGate } from "./visit-gate.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

/** Visits a page, and returns the pages whose lookups have started so far. */
function createTab() {
  const gate = createVisitGate();
  const started: string[] = [];
  const visit = (page: string) =>
    void gate.visit(page, performance.now()).then((isAdmitted) => isAdmitted && started.push(page));
  return { visit, started };
}

test("the pages that a user opens are looked up immediately", async () => {
  const { visit, started } = createTab();
  for (const page of ["a", "a", "b"]) visit(page);
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(["a", "a", "b"]);
  for (const page of ["c", "d", "e"]) {
    await vi.advanceTimersByTimeAsync(5000);
    visit(page);
    await vi.advanceTimersByTimeAsync(0);
    expect(started.at(-1)).toBe(page);
  }
});

test("of many pages in short succession, only the last one is looked up once the tab stays on it", async () => {
  const { visit, started } = createTab();
  visit("before");
  for (let index = 0; index < 60; index += 1) {
    await vi.advanceTimersByTimeAsync(50);
    visit(`page ${index}`);
  }
  await vi.advanceTimersByTimeAsync(399);
  expect(started).toEqual(["before", "page 0"]);
  visit("page 59");
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(["before", "page 0", "page 59", "page 59"]);
});

test("a page that the tab has left is not looked up", async () => {
  const { visit, started } = createTab();
  for (const page of ["a", "b", "c", "a"]) visit(page);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toEqual(["a", "b", "a"]);
});
