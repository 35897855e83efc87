import "../worker/browser.fixture.ts";
import { setImmediate as settle } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { sized } from "../../test/effort.ts";
import type { Problem } from "../messages/problem.ts";
import type { SomeStates, States } from "../messages/states.ts";
import { parsePage } from "../page/parse-page.ts";
import { AskError } from "./ask.ts";
import { createControlStore } from "./control-store.ts";
import type { View } from "./view.ts";
import { useWindow } from "./window.fixture.ts";

useWindow();

type Star = States["star"];

const star = (starred: boolean | null, why?: Problem): Star => ({ starred, count: 0, ...(why && { why }) });

/** A service with one star, whose answers come when a test says so. */
function service() {
  let starred = false;
  let looks = 0;
  const answers: (() => void)[] = [];
  const later = <T>(answer: () => T) => new Promise<T>((resolve) => answers.push(() => resolve(answer())));
  const page = parsePage("https://forge.example.com/acme/widgets");
  if (!page) throw new Error("That is a page.");
  const unused = () => {
    throw new Error("Not asked for.");
  };
  const view: View = {
    ...{ page, known: () => undefined, onKnown: () => undefined, ofRow: unused, candidates: unused },
    ...{ open: unused, switchTo: unused, load: unused, say: () => undefined },
    async look(control) {
      looks += 1;
      const seen: SomeStates = { star: star(starred) };
      return (await later(() => seen))[control];
    },
    async act(control, intent) {
      if ("starred" in intent) starred = intent.starred;
      const seen: SomeStates = { star: star(starred) };
      return { state: (await later(() => seen))[control] };
    },
  };
  return { view, answers, isStarred: () => starred, looks: () => looks };
}

describe("a control's state in one view", () => {
  test("ends as the service's, in whatever order answers come", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant("look"), fc.constant("click"), fc.nat(5)), { maxLength: 20 }),
        async (steps) => {
          const { view, answers, isStarred } = service();
          const store = createControlStore("star", view);
          const life = new AbortController();
          store.start(() => undefined, life.signal);
          for (const step of steps) {
            if (step === "look") void store.now().look();
            else if (step === "click") {
              const to = !store.now().state?.starred;
              void store.now().act({ starred: to }, star(to));
              expect(store.now().state?.starred).toBe(to);
            } else answers.splice(step % Math.max(1, answers.length), 1)[0]?.();
            await settle();
          }
          while (answers.length > 0) {
            answers.pop()?.();
            await settle();
          }
          const { state, busy, problem } = store.now();
          expect([state?.starred, busy, problem]).toEqual([isStarred(), false, undefined]);
          life.abort();
        },
      ),
      { numRuns: sized(30, 100) },
    );
  });

  test("is looked at again where the answer to a change got lost, and tells whether it was done", async () => {
    const lost = new AskError({ kind: "lost", text: "lost" });
    for (const isDone of [true, false]) {
      const { view } = service();
      const store = createControlStore("star", {
        ...view,
        act: () => Promise.reject(lost),
        look: async (control) => {
          const looked: SomeStates = { star: star(isDone) };
          return looked[control];
        },
      });
      expect(await store.now().act({ starred: true }, star(true))).toBe(isDone);
      expect(store.now()).toMatchObject({ state: star(isDone), problem: isDone ? undefined : { kind: "lost" } });
    }
  });

  test("is what it was where a change is refused", async () => {
    const { view, answers } = service();
    const refused = new AskError({ kind: "mismatch", text: "somebody else" });
    const store = createControlStore("star", { ...view, act: () => Promise.reject(refused) });
    const life = new AbortController();
    store.start(() => undefined, life.signal);
    answers.pop()?.();
    await settle();
    expect(await store.now().act({ starred: true }, star(true))).toBe(false);
    expect(store.now()).toMatchObject({ state: star(false), busy: false, problem: { kind: "mismatch" } });
    life.abort();
  });

  test("tells nobody once its view is gone", async () => {
    const { view, answers, looks } = service();
    const changed = vi.fn();
    const life = new AbortController();
    const store = createControlStore("star", view);
    store.start(changed, life.signal);
    life.abort();
    for (const answer of answers) answer();
    window.dispatchEvent(new Event("online"));
    await settle();
    expect(changed).not.toHaveBeenCalled();
    expect(looks()).toBe(1);
  });
});
