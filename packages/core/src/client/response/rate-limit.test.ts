import { describe, expect, test } from "vitest";
import { parseRateLimit, parseRateLimitRejection, parseRetryAfter, toRateLimitStatus } from "./rate-limit.ts";

const NOW = Date.parse("2026-01-01T00:00:00.500Z");
const DATE = "Thu, 01 Jan 2026 00:00:00 GMT";
const SECONDS = Math.floor(NOW / 1000);

const response = (status: number, message: string, headers: Record<string, string> = {}) => ({
  status,
  text: JSON.stringify({ message }),
  headers: new Headers(headers),
});
const exhausted = (reset: number) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) });

describe("a rate-limit rejection", () => {
  test.each([
    ["a 429", response(429, ""), { wait: undefined, spent: false }],
    [
      "a 403 with a rate-limit message",
      response(403, "You have exceeded a secondary rate limit."),
      { wait: undefined, spent: false },
    ],
    ["a 422 with a rate-limit message", response(422, "was submitted too quickly"), { wait: undefined, spent: false }],
    ["not a validation error that quotes such a message", response(422, "Validation Failed: too quickly"), undefined],
    ["not a message with a similar word", response(403, "anti-abuse team not found"), undefined],
    ["a 403 with retry-after", response(403, "", { "retry-after": "7" }), { wait: 7000, spent: false }],
    [
      "a 429 with a retry-after of two days",
      response(429, "", { "retry-after": "172801" }),
      { wait: undefined, spent: false, isEndless: true },
    ],
    [
      "an exhausted quota",
      response(403, "API rate limit exceeded", { ...exhausted(SECONDS + 60), date: DATE }),
      { wait: 60_000, spent: true },
    ],
    [
      "an exhausted quota with retry-after",
      response(403, "rate limit", { ...exhausted(SECONDS + 60), "retry-after": "5" }),
      { wait: 5000, spent: false },
    ],
    // One of the clocks is wrong, so the time is unknown.
    [
      "an exhausted quota with a reset in the past",
      response(403, "rate limit", exhausted(SECONDS - 10)),
      { wait: undefined, spent: false },
    ],
  ])("is %s", (_, input, expected) => {
    expect(parseRateLimitRejection(input, NOW)).toEqual(expected);
  });

  test.each([
    ["another 403", response(403, "Resource not accessible", exhausted(SECONDS + 60))],
    ["another 422", response(422, "Validation Failed")],
    ["a success with nothing remaining", response(200, "rate limit", exhausted(SECONDS + 60))],
    ["a 503 with retry-after", response(503, "", { "retry-after": "7" })],
  ])("is not %s", (_, input) => {
    expect(parseRateLimitRejection(input, NOW)).toBeUndefined();
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
])("retry-after %j requests a wait of %s ms, by the service's clock", (text, wait) => {
  for (const now of [NOW, NOW + 86_400_000]) {
    expect(parseRetryAfter(new Headers({ "retry-after": text, date: DATE }), now)).toBe(wait);
  }
});

describe("the primary limit", () => {
  const rateLimitHeaders = {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-reset": String(SECONDS + 1800),
  };

  test("is reported with its reset by the local clock", () => {
    for (const clockOffset of [0, -7_200_000, 7_200_000]) {
      const rate = parseRateLimit(
        new Headers({ ...rateLimitHeaders, date: DATE, "x-ratelimit-resource": "search" }),
        NOW + clockOffset,
      );
      expect(rate).toMatchObject({ limit: 5000, remaining: 4999, used: undefined, resource: "search" });
      expect(rate?.resetIn).toBe(1_800_000);
      const status = rate && toRateLimitStatus(rate, NOW + clockOffset);
      expect(status?.reset.getTime()).toBe(NOW + clockOffset + 1_800_000);
    }
  });

  test("resets within an hour, even if a wrong clock suggests a later time", () => {
    const rate = parseRateLimit(new Headers(rateLimitHeaders), NOW - 86_400_000);
    expect(rate?.resetIn).toBe(3_600_000);
  });

  test.each(Object.keys(rateLimitHeaders))("is undefined without %s", (name) => {
    expect(parseRateLimit(new Headers({ ...rateLimitHeaders, [name]: "many" }), NOW)).toBeUndefined();
  });

  test("is undefined for a resource that is not a plain name, such as a repeated token", () => {
    const headers = { ...rateLimitHeaders, "x-ratelimit-resource": "ghp_0123456789abcdef" };
    expect(parseRateLimit(new Headers(headers), NOW)).toBeUndefined();
  });
});
