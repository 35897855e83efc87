import "../worker/browser.fixture.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CachedPage } from "../cache/cached-data.ts";
import type { ControlId, ControlStates, PartialControlStates } from "../model/control-states.ts";
import { type ParsedPage, parsePage, type Subject } from "../page/parse-page.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import type { ControlView } from "../ui/view.ts";
import { createRowStateLoader } from "./row-state-loader.ts";

const rowNamed = (repo: string): Subject => ({ owner: "acme", repo });

const STATES: PartialControlStates = { star: { starred: true, count: 1 }, watch: { watch: "watching", count: 2 } };

const listed = parsePage("https://forge.example.com/search");

/** A list page's view, reduced to what rows need. */
const page: Pick<ControlView, "forRow"> = { forRow: (row, known) => rowView(row, known) };

function rowView(row: Subject, known: CachedPage | undefined): ControlView {
  return {
    page: pageOf(listed),
    site: DEFAULT_SETTINGS,
    row,
    cachedRows: () => Promise.resolve([]),
    forRow: page.forRow,
    cached: <C extends ControlId>(control: C): ControlStates[C] | undefined => known?.states[control],
    onUpdate: () => undefined,
    read: () => Promise.reject(new Error("Not expected in this test.")),
    change: () => Promise.resolve({ state: undefined }),
    candidates: () => Promise.resolve({ candidates: [], warnings: [] }),
    switchAccount: () => undefined,
    loadPart: () => Promise.resolve(),
    notify: () => undefined,
  };
}

function pageOf(found: ParsedPage | null): ParsedPage {
  if (!found) throw new Error("The URL must be that of a page.");
  return found;
}

describe("createRowStateLoader", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Creates a loader whose requests complete immediately. */
  function createLoader(respond: (row: Subject) => PartialControlStates = () => STATES) {
    const requested: string[] = [];
    const loader = createRowStateLoader(page, async (row) => {
      requested.push(row.repo);
      return respond(row);
    });
    return { loader, requested };
  }

  test("reads all controls of a row in one request, after the row was visible for a moment", async () => {
    const { loader, requested } = createLoader();
    const view = loader.createView(rowNamed("a"), undefined, new AbortController().signal);
    const both = Promise.all([view.read("star"), view.read("watch")]);
    await vi.advanceTimersByTimeAsync(100);
    expect(requested).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(requested).toEqual(["a"]);
    expect(await both).toEqual([STATES.star, STATES.watch]);
    // A later call makes a new request.
    const secondRead = view.read("star");
    await vi.advanceTimersByTimeAsync(200);
    expect([requested, await secondRead]).toEqual([["a", "a"], STATES.star]);
  });

  test("does not request a row that is no longer visible", async () => {
    const { loader, requested } = createLoader();
    const controller = new AbortController();
    void loader.createView(rowNamed("a"), undefined, controller.signal).read("star");
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(requested).toEqual([]);
  });

  test("drops queued requests of rows that are no longer visible", async () => {
    const requested: string[] = [];
    const loader = createRowStateLoader(page, ({ repo }) => {
      requested.push(repo);
      return new Promise(() => {});
    });
    const controllers = ["a", "b", "c", "d"].map((repo) => {
      const controller = new AbortController();
      void loader.createView(rowNamed(repo), undefined, controller.signal).read("star");
      return controller;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(requested).toEqual(["a", "b", "c"]);
    for (const controller of controllers) controller.abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(requested).toEqual(["a", "b", "c"]);
  });

  test("does not repeat the request if a row becomes visible again soon", async () => {
    const { loader, requested } = createLoader();
    const { signal } = new AbortController();
    const known: CachedPage = { login: "bob", at: Date.now(), states: STATES };
    // A cached state is shown, and requested anyway.
    void loader.createView(rowNamed("a"), known, signal).read("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(requested).toEqual(["a"]);
    const secondView = loader.createView(rowNamed("A"), known, signal);
    expect([await secondView.read("star"), await secondView.read("watch")]).toEqual([STATES.star, STATES.watch]);
    expect(requested).toEqual(["a"]);
    // An explicit refresh always makes a request, and cached results expire.
    void secondView.read("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(requested).toEqual(["a", "A"]);
    await vi.advanceTimersByTimeAsync(60_000);
    void loader.createView(rowNamed("a"), known, signal).read("star");
    await vi.advanceTimersByTimeAsync(200);
    expect(requested).toEqual(["a", "A", "a"]);
  });

  test("repeats the request if a state was unknown", async () => {
    const unknown: PartialControlStates = {
      ...STATES,
      star: { starred: null, count: 1, why: { kind: "offline", text: "Gone." } },
    };
    const { loader, requested } = createLoader(() => unknown);
    const { signal } = new AbortController();
    const known: CachedPage = { login: "bob", at: Date.now(), states: STATES };
    for (const expected of [["a"], ["a", "a"]]) {
      void loader.createView(rowNamed("a"), known, signal).read("star");
      await vi.advanceTimersByTimeAsync(200);
      expect(requested).toEqual(expected);
    }
  });

  test.for([0, -3_600_000, 3_600_000])(
    "suspends the requests of all rows until a rate limit ends, even if the system's clock is set by %i milliseconds",
    async (shift) => {
      const until = Date.now() + 60_000;
      let isLimited = true;
      const limited: PartialControlStates = {
        star: { starred: null, count: null, why: { kind: "limit", text: "Wait.", until } },
      };
      const { loader, requested } = createLoader(() => (isLimited ? limited : STATES));
      const { signal } = new AbortController();
      const first = loader.createView(rowNamed("a"), undefined, signal).read("star");
      await vi.advanceTimersByTimeAsync(200);
      expect(await first).toEqual(limited.star);
      vi.setSystemTime(Date.now() + shift);
      const view = loader.createView(rowNamed("b"), undefined, signal);
      const refused = view.read("star").catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(200);
      expect(await refused).toMatchObject({ problem: { kind: "limit", until: until + shift } });
      expect(requested).toEqual(["a"]);
      isLimited = false;
      await vi.advanceTimersByTimeAsync(60_000);
      const star = view.read("star");
      await vi.advanceTimersByTimeAsync(200);
      expect([requested, await star]).toEqual([["a", "b"], STATES.star]);
    },
  );
});
