import "../browser.fixture.ts";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { pageSender } from "./messages.fixture.ts";
import { admitMessage, resetPageLimits, runForPage } from "./page-limits.ts";

const STARS = "https://forge.example.com/stars";
const page = pageSender(STARS);
const otherTab = pageSender(STARS, 2);
const otherHost = pageSender("https://other.example.com/stars");

const lookup = { type: "row-states" };
const change = { type: "change" };

/** Sends messages at one time, and returns how many of them are admitted. */
function countAdmitted(count: number, message: object, sender = page, now = 0): number {
  let admitted = 0;
  for (let index = 0; index < count; index += 1) {
    try {
      admitMessage(message, sender, now);
      admitted += 1;
    } catch {
      // Refused.
    }
  }
  return admitted;
}

beforeEach(resetPageLimits);

describe("a page's messages", () => {
  test("are admitted for a list of a hundred rows that is opened and scrolled through", () => {
    // For each row: a lookup, its last known state, and an update.
    expect(countAdmitted(100, lookup)).toBe(100);
    expect(countAdmitted(200, { type: "cached-states" })).toBe(200);
  });

  test("are refused above the limit, and admitted again as time passes", () => {
    expect(countAdmitted(5000, lookup)).toBe(120);
    expect(countAdmitted(5000, lookup, page, 10_000)).toBe(10);
    expect(countAdmitted(10, lookup, page, 200_000)).toBe(10);
  });

  test("use less than the hourly rate limit, even if all tabs of a site send lookups and changes all the time", () => {
    const tabs = Array.from({ length: 5 }, (_, tab) => pageSender(STARS, tab));
    const reviews = { type: "row-states", controls: ["star", "review-request"] };
    const admitted = { lookup: 0, change: 0, reviews: 0 };
    for (let second = 0; second < 3600; second += 10) {
      const now = second * 1000;
      for (const tab of tabs) {
        admitted.lookup += countAdmitted(2, lookup, tab, now);
        admitted.reviews += countAdmitted(2, reviews, tab, now);
        admitted.change += countAdmitted(2, change, tab, now);
      }
    }
    // Each lookup and each change takes about three calls, those of reviews up to six.
    const calls = admitted.lookup * 3 + admitted.reviews * 6 + admitted.change * 3;
    expect(calls).toBeGreaterThan(3000);
    expect(calls).toBeLessThan(4000);
    expect(admitted.change).toBeGreaterThan(300);
  });

  test("of one tab leave some of the site's lookups to its other tabs, for an hour", () => {
    let [flooded, other] = [0, 0];
    for (let second = 0; second < 3600; second += 1) {
      flooded += countAdmitted(5, lookup, page, second * 1000);
      if (second % 60 === 0) other += countAdmitted(2, lookup, otherTab, second * 1000);
    }
    expect(flooded).toBeLessThan(800);
    expect(other).toBe(120);
  });

  test("of many tabs do not affect another site", () => {
    for (let tab = 0; tab < 20; tab += 1) countAdmitted(200, lookup, pageSender(STARS, tab));
    expect([countAdmitted(1, lookup, pageSender(STARS, 99)), countAdmitted(120, lookup, otherHost)]).toEqual([0, 120]);
  });

  test("have limits of their own for each kind", () => {
    expect(countAdmitted(5000, lookup)).toBe(120);
    expect(countAdmitted(5000, change)).toBe(60);
    // 180 messages have been admitted.
    expect(countAdmitted(5000, { type: "overlay" })).toBe(220);
    expect(countAdmitted(1, change, page, 2000)).toBe(1);
  });

  test("that look for suggestions count for more", () => {
    expect(countAdmitted(5000, { type: "candidates" })).toBe(12);
  });

  test("that look for review requests count twice", () => {
    expect(countAdmitted(5000, { type: "states", control: "review-request" })).toBe(60);
    expect(countAdmitted(5000, { type: "row-states", controls: ["review-request"] }, otherTab)).toBe(60);
    expect(countAdmitted(5000, { type: "change", control: "review-request" })).toBe(30);
  });

  test("do not affect another tab, or another host in the same tab", () => {
    countAdmitted(5000, lookup);
    expect([countAdmitted(120, lookup, otherTab), countAdmitted(120, lookup, otherHost)]).toEqual([120, 120]);
  });

  test("are refused with the time of the next one", () => {
    countAdmitted(120, lookup);
    const before = Date.now();
    let refusal: unknown;
    try {
      admitMessage(lookup, page, 0);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ kind: "limit", message: "pageLimitReached" });
    expect(refusal).toHaveProperty(
      "details.until",
      expect.toSatisfy((until: number) => until >= before + 1000),
    );
    countAdmitted(60, change);
    expect(() => admitMessage(change, page, 0)).toThrow("pageLimitNotDone");
  });

  test("keep their limits when many other pages send messages", () => {
    countAdmitted(5000, lookup);
    for (let tab = 10; tab < 1000; tab += 1) admitMessage({ type: "overlay" }, pageSender(STARS, tab), 0);
    expect(countAdmitted(1, lookup)).toBe(0);
  });

  test("are refused if they are too large", () => {
    const nested = Array.from({ length: 100 }, () => Array.from({ length: 1000 }, () => 0));
    for (const message of [
      { type: "change", intent: "x".repeat(100_000) },
      { type: "change", intent: new Array(1_000_000).fill(0) },
      { type: "change", intent: nested },
      { type: "change", intent: { ["x".repeat(100_000)]: 0 } },
    ]) {
      expect(() => admitMessage(message, page, 0)).toThrow("notUnderstood");
    }
    const rows = Array.from({ length: 100 }, () => ({ owner: "o".repeat(100), repo: "r".repeat(100), number: 1 }));
    admitMessage({ type: "cached-states", rows }, page, 0);
    for (const message of [undefined, null, 7, "text", []]) admitMessage(message, page, 0);
  });
});

describe("lookups of a page", () => {
  /** Starts lookups that run until they are released. */
  function startLookups(count: number, sender = page) {
    const release: (() => void)[] = [];
    const all = Array.from({ length: count }, (_, index) =>
      runForPage("states", STARS, sender, () => new Promise<number>((resolve) => release.push(() => resolve(index)))),
    );
    return { release, all };
  }

  test("wait while many others of the same page are running, but not for those of other pages", async () => {
    const first = startLookups(20);
    const other = startLookups(1, otherTab);
    await setImmediate();
    expect([first.release.length, other.release.length]).toEqual([8, 1]);
    while (first.release.length > 0) {
      first.release.shift()?.();
      await setImmediate();
    }
    expect(await Promise.all(first.all)).toHaveLength(20);
  });

  test("that fail make room for others", async () => {
    const failed = Array.from({ length: 20 }, () =>
      runForPage("states", STARS, page, () => Promise.reject(new Error("It failed."))),
    );
    expect((await Promise.allSettled(failed)).every(({ status }) => status === "rejected")).toBe(true);
    expect(await runForPage("states", STARS, page, async () => 1)).toBe(1);
  });

  test("do not delay changes", async () => {
    startLookups(20);
    expect(await runForPage("change", STARS, page, async () => "done")).toBe("done");
  });
});
