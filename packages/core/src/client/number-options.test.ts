import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";

const options = { baseUrl: "https://forge.test", anonymous: true } as const;

describe("options that are numbers", () => {
  test.each([
    [{ retry: { attempts: 1.5 } }, "retry.attempts must be a whole number, 1 or more."],
    [{ retry: { rateLimitAttempts: 0 } }, "retry.rateLimitAttempts must be a whole number, 1 or more."],
    [{ cache: { maxEntries: 2.5 } }, "cache.maxEntries must be a whole number, 1 or more."],
    [{ cache: { maxMegabytes: 0 } }, "cache.maxMegabytes must be a number above 0."],
    [{ cache: { maxMegabytes: Number.NaN } }, "cache.maxMegabytes must be a number above 0."],
    [{ pace: { limits: { points: 4 } } }, "pace.limits.points must be a number, 5 or more."],
    [{ pace: { limits: { writeGap: -1 } } }, "pace.limits.writeGap must be a number, 0 or more."],
  ])("%j are rejected", (invalid, message) => {
    expect(() => createClient({ ...options, ...invalid })).toThrow(message);
  });

  test("can be fractions where that makes sense", () => {
    expect(() =>
      createClient({ ...options, cache: { maxMegabytes: 0.5 }, pace: { limits: { writeGap: 0.5 } } }),
    ).not.toThrow();
  });

  test.each([null, 5, "much"])("must be in an object, not %j", (given) => {
    expect(() => Reflect.apply(createClient, undefined, [{ ...options, cache: given }])).toThrow(
      "cache must be an object",
    );
    expect(() => Reflect.apply(createClient, undefined, [{ ...options, retry: given }])).toThrow(
      "retry must be an object",
    );
  });
});
