import "../worker/browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Known } from "../known/keys.ts";
import type { ControlId, SomeStates, States } from "../messages/states.ts";
import { type Page, parsePage, type Subject } from "../page/parse-page.ts";
import type { View } from "../ui/view.ts";
import { createRowLooks } from "./row-looks.ts";

const rowNamed = (repo: string): Subject => ({ owner: "acme", repo });

const STATES: SomeStates = { star: { starred: true, count: 1 }, watch: { watch: "watching", count: 2 } };

const listed = parsePage("https://forge.example.com/search");

/** A view of a list's page, as far as rows need one. */
const page: Pick<View, "ofRow"> = { ofRow: (row, known) => rowView(row, known) };

function rowView(row: Subject, known: Known | undefined): View {
  return {
    page: pageOf(listed),
    row,
    ofRow: page.ofRow,
    known: <C extends ControlId>(control: C): States[C] | undefined => known?.states[control],
    onKnown: () => undefined,
    look: () => Promise.reject(new Error("A row is not looked at by itself.")),
    act: () => Promise.resolve({ state: undefined }),
    candidates: () => Promise.resolve({ candidates: [], missing: [] }),
    open: () => undefined,
    switchTo: () => undefined,
    load: () => Promise.resolve(),
    say: () => undefined,
  };
}

function pageOf(found: Page | null): Page {
  if (!found) throw new Error("That is no page.");
  return found;
}

describe("a row's controls", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Looks that are answered at once, with what was asked for. */
  function looksOf(answer: (row: Subject) => SomeStates = () => STATES) {
    const asked: string[] = [];
    const looks = createRowLooks(page, async (row) => {
      asked.push(row.repo);
      return answer(row);
    });
    return { looks, asked };
  }

  test("are all asked for at once, after the row was in sight for a moment", async () => {
    const { looks, asked } = looksOf();
    const view = looks.viewOf(rowNamed("a"), undefined, new AbortController().signal);
    const both = Promise.all([view.look("star"), view.look("watch")]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(["a"]);
    expect(await both).toEqual([STATES.star, STATES.watch]);
    // Later it is asked anew.
    const again = view.look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect([asked, await again]).toEqual([["a", "a"], STATES.star]);
  });

  test("are not asked for once the row is out of sight", async () => {
    const { looks, asked } = looksOf();
    const life = new AbortController();
    void looks.viewOf(rowNamed("a"), undefined, life.signal).look("star");
    await vi.advanceTimersByTimeAsync(100);
    life.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([]);
  });

  test("are not asked for while they wait behind others and go out of sight", async () => {
    const asked: string[] = [];
    const looks = createRowLooks(page, ({ repo }) => {
      asked.push(repo);
      return new Promise(() => {});
    });
    const lives = ["a", "b", "c", "d"].map((repo) => {
      const life = new AbortController();
      void looks.viewOf(rowNamed(repo), undefined, life.signal).look("star");
      return life;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(["a", "b", "c"]);
    for (const life of lives) life.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(["a", "b", "c"]);
  });

  test("are not asked for again when the row comes back into sight soon", async () => {
    const { looks, asked } = looksOf();
    const { signal } = new AbortController();
    const known: Known = { login: "bob", at: Date.now(), states: STATES };
    // What was known before is shown, and asked for all the same.
    void looks.viewOf(rowNamed("a"), known, signal).look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["a"]);
    const again = looks.viewOf(rowNamed("A"), known, signal);
    expect([await again.look("star"), await again.look("watch")]).toEqual([STATES.star, STATES.watch]);
    expect(asked).toEqual(["a"]);
    // Whoever looks once more wants to know, and a while later it is no longer news anyway.
    void again.look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["a", "A"]);
    await vi.advanceTimersByTimeAsync(60_000);
    void looks.viewOf(rowNamed("a"), known, signal).look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["a", "A", "a"]);
  });

  test("are asked for again where one of them could not be known", async () => {
    const unknown: SomeStates = {
      ...STATES,
      star: { starred: null, count: 1, why: { kind: "offline", text: "Gone." } },
    };
    const { looks, asked } = looksOf(() => unknown);
    const { signal } = new AbortController();
    const known: Known = { login: "bob", at: Date.now(), states: STATES };
    for (const expected of [["a"], ["a", "a"]]) {
      void looks.viewOf(rowNamed("a"), known, signal).look("star");
      await vi.advanceTimersByTimeAsync(200);
      expect(asked).toEqual(expected);
    }
  });

  test("wait where one row met a limit, all of them, until it ends", async () => {
    const until = Date.now() + 60_000;
    let isLimited = true;
    const limited: SomeStates = { star: { starred: null, count: null, why: { kind: "limit", text: "Wait.", until } } };
    const { looks, asked } = looksOf(() => (isLimited ? limited : STATES));
    const { signal } = new AbortController();
    const first = looks.viewOf(rowNamed("a"), undefined, signal).look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(await first).toEqual(limited.star);
    const view = looks.viewOf(rowNamed("b"), undefined, signal);
    const refused = view.look("star").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(200);
    expect(await refused).toMatchObject({ problem: { kind: "limit", until } });
    expect(asked).toEqual(["a"]);
    isLimited = false;
    await vi.advanceTimersByTimeAsync(60_000);
    const star = view.look("star");
    await vi.advanceTimersByTimeAsync(200);
    expect([asked, await star]).toEqual([["a", "b"], STATES.star]);
  });
});
