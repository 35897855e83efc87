import "../worker/browser.fixture.ts";
import { setImmediate as settle } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { pickSize } from "../../test/test-size.ts";
import type { ControlStates, PartialControlStates } from "../model/control-states.ts";
import type { Problem } from "../model/problem.ts";
import { parsePage } from "../page/parse-page.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { WorkerCallError } from "./call-worker.ts";
import { createControlStore } from "./control-store.ts";
import type { ControlView } from "./view.ts";
import { useWindow } from "./window.fixture.ts";

useWindow();

type Star = ControlStates["star"];

const star = (starred: boolean | null, why?: Problem): Star => ({ starred, count: 0, ...(why && { why }) });

/** A fake service with one star, whose responses the test releases. */
function fakeService() {
  let starred = false;
  let reads = 0;
  const pendingResponses: (() => void)[] = [];
  const respondLater = <T>(createResponse: () => T) =>
    new Promise<T>((resolve) => pendingResponses.push(() => resolve(createResponse())));
  const page = parsePage("https://forge.example.com/acme/widgets");
  if (!page) throw new Error("The URL must be that of a repository.");
  const unused = () => {
    throw new Error("Not expected in this test.");
  };
  const view: ControlView = {
    page,
    site: DEFAULT_SETTINGS,
    cachedRows: unused,
    cached: () => undefined,
    onUpdate: () => undefined,
    forRow: unused,
    candidates: unused,
    switchAccount: unused,
    loadPart: unused,
    notify: () => undefined,
    async read(control) {
      reads += 1;
      const states: PartialControlStates = { star: star(starred) };
      return (await respondLater(() => states))[control];
    },
    async change(control, intent) {
      if ("starred" in intent) starred = intent.starred;
      const states: PartialControlStates = { star: star(starred) };
      return { state: (await respondLater(() => states))[control] };
    },
  };
  return { view, pendingResponses, isStarred: () => starred, readCount: () => reads };
}

describe("createControlStore", () => {
  test("ends in the service's state, whatever the order of the responses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant("refresh"), fc.constant("click"), fc.nat(5)), { maxLength: 20 }),
        async (steps) => {
          const { view, pendingResponses, isStarred } = fakeService();
          const store = createControlStore("star", view);
          const controller = new AbortController();
          store.start(() => undefined, controller.signal);
          for (const step of steps) {
            if (step === "refresh") void store.current().refresh();
            else if (step === "click") {
              const to = !store.current().state?.starred;
              void store.current().change({ starred: to }, star(to));
              expect(store.current().state?.starred).toBe(to);
            } else pendingResponses.splice(step % Math.max(1, pendingResponses.length), 1)[0]?.();
            await settle();
          }
          while (pendingResponses.length > 0) {
            pendingResponses.pop()?.();
            await settle();
          }
          const { state, busy, problem } = store.current();
          expect([state?.starred, busy, problem]).toEqual([isStarred(), false, undefined]);
          controller.abort();
        },
      ),
      { numRuns: pickSize(30, 100) },
    );
  });

  test("reads the state again if the response to a change is lost, and reports whether it was made", async () => {
    const lost = new WorkerCallError({ kind: "lost", text: "lost" });
    for (const isDone of [true, false]) {
      const { view } = fakeService();
      const store = createControlStore("star", {
        ...view,
        change: () => Promise.reject(lost),
        read: async (control) => {
          const states: PartialControlStates = { star: star(isDone) };
          return states[control];
        },
      });
      expect(await store.current().change({ starred: true }, star(true))).toBe(isDone);
      expect(store.current()).toMatchObject({ state: star(isDone), problem: isDone ? undefined : { kind: "lost" } });
    }
  });

  test("restores the state if a change is refused", async () => {
    const { view, pendingResponses } = fakeService();
    const refused = new WorkerCallError({ kind: "mismatch", text: "another user" });
    const store = createControlStore("star", { ...view, change: () => Promise.reject(refused) });
    const controller = new AbortController();
    store.start(() => undefined, controller.signal);
    pendingResponses.pop()?.();
    await settle();
    expect(await store.current().change({ starred: true }, star(true))).toBe(false);
    expect(store.current()).toMatchObject({ state: star(false), busy: false, problem: { kind: "mismatch" } });
    controller.abort();
  });

  test("does not notify the listener after it was stopped", async () => {
    const { view, pendingResponses, readCount } = fakeService();
    const changed = vi.fn();
    const controller = new AbortController();
    const store = createControlStore("star", view);
    store.start(changed, controller.signal);
    controller.abort();
    for (const respond of pendingResponses) respond();
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(changed).not.toHaveBeenCalled();
    expect(readCount()).toBe(1);
  });
});
