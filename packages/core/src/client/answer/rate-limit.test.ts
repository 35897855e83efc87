import { describe, expect, test } from "vitest";
import { readRate, readRateLimit, readRetryAfter } from "./rate-limit.ts";

const NOW = Date.parse("2026-01-01T00:00:00.500Z");
const DATE = "Thu, 01 Jan 2026 00:00:00 GMT";
const SECONDS = Math.floor(NOW / 1000);

const answer = (status: number, message: string, headers: Record<string, string> = {}) => ({
  status,
  text: JSON.stringify({ message }),
  headers: new Headers(headers),
});
const spent = (reset: number) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) });

describe("too quick", () => {
  test.each([
    ["a 429", answer(429, ""), { until: undefined, spent: false }],
    [
      "a 403 that says so",
      answer(403, "You have exceeded a secondary rate limit."),
      { until: undefined, spent: false },
    ],
    ["a 422 that says so", answer(422, "was submitted too quickly"), { until: undefined, spent: false }],
    ["not a complaint about values that quotes such words", answer(422, "Validation Failed: too quickly"), undefined],
    ["not a word that only sounds like it", answer(403, "anti-abuse team not found"), undefined],
    ["a 403 that names a time", answer(403, "", { "retry-after": "7" }), { until: NOW + 7000, spent: false }],
    [
      "a time of days",
      answer(429, "", { "retry-after": "172801" }),
      { until: undefined, spent: false, isEndless: true },
    ],
    [
      "a quota that is used up",
      answer(403, "API rate limit exceeded", { ...spent(SECONDS + 60), date: DATE }),
      { until: NOW + 60_000, spent: true },
    ],
    [
      "a quota that is used up, but with a time of its own",
      answer(403, "rate limit", { ...spent(SECONDS + 60), "retry-after": "5" }),
      { until: NOW + 5000, spent: false },
    ],
    // One of the clocks is wrong: nobody knows when, and at once would be wrong.
    ["a reset in the past", answer(403, "rate limit", spent(SECONDS - 10)), { until: undefined, spent: false }],
  ])("is %s", (_, given, expected) => {
    expect(readRateLimit(given, NOW)).toEqual(expected);
  });

  test.each([
    ["another 403", answer(403, "Resource not accessible", spent(SECONDS + 60))],
    ["another 422", answer(422, "Validation Failed")],
    ["a good answer with nothing left", answer(200, "rate limit", spent(SECONDS + 60))],
    ["a failure that asks for time", answer(503, "", { "retry-after": "7" })],
  ])("is not %s", (_, given) => {
    expect(readRateLimit(given, NOW)).toBeUndefined();
  });
});

test.each([
  ["0", 0],
  ["61", 61_000],
  ["1.5", 1500],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 00:01:00 GMT", 0],
  ["-5", undefined],
  ["soon 5", undefined],
  ["", undefined],
])("retry-after %j is a wait of %s, by the service's clock", (text, wait) => {
  for (const now of [NOW, NOW + 86_400_000]) {
    expect(readRetryAfter(new Headers({ "retry-after": text, date: DATE }), now)).toBe(wait);
  }
});

describe("the primary limit", () => {
  const told = {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-reset": String(SECONDS + 1800),
  };

  test("is told with its reset as this machine's clock will show it", () => {
    for (const off of [0, -7_200_000, 7_200_000]) {
      const rate = readRate(new Headers({ ...told, date: DATE, "x-ratelimit-resource": "search" }), NOW + off);
      expect(rate).toMatchObject({ limit: 5000, remaining: 4999, used: undefined, resource: "search" });
      expect(rate?.reset.getTime()).toBe(NOW + off + 1_800_000);
    }
  });

  test("lasts at most an hour, where only a wrong clock says more", () => {
    const rate = readRate(new Headers(told), NOW - 86_400_000);
    expect(rate?.reset.getTime()).toBe(NOW - 86_400_000 + 3_600_000);
  });

  test.each(Object.keys(told))("is not told without %s", (name) => {
    expect(readRate(new Headers({ ...told, [name]: "many" }), NOW)).toBeUndefined();
  });
});
