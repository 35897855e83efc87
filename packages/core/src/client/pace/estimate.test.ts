import { describe, expect, test } from "vitest";
import { putOrganizationUpdaterSecret } from "../../contract/organization/updater-secrets.ts";
import { requestReviewers } from "../../contract/repository/review-requests.ts";
import { deleteSubscription, getSubscription } from "../../contract/repository/watching.ts";
import { getRateLimits } from "../../contract/service/service.ts";
import { estimate } from "./estimate.ts";

describe("estimate", () => {
  test.each([
    ["2,000 secrets", [{ operation: putOrganizationUpdaterSecret, count: 2000 }], 660, "points"],
    ["600 review requests", [{ operation: requestReviewers, count: 600 }], 3660, "content"],
    [
      "1,000 reads and 500 writes",
      [
        { operation: getSubscription, count: 1000 },
        { operation: putOrganizationUpdaterSecret, count: 500 },
      ],
      180,
      "points",
    ],
    ["1,000 unwatches", [{ operation: deleteSubscription, count: 1000 }], 300, "points"],
    ["6,000 reads", [{ operation: getSubscription, count: 6000 }], 3660, "primary"],
    ["calls that do not count against the primary limit", [{ operation: getRateLimits, count: 6000 }], 360, "points"],
    ["30 secrets", [{ operation: putOrganizationUpdaterSecret, count: 30 }], 0, undefined],
    ["no calls", [], 0, undefined],
  ] as const)(
    "of %s: the minimum follows from the limits, and the expected duration is slightly longer",
    (_, jobs, minimum, bottleneck) => {
      const from = new Date("2026-01-01T00:00:00Z");
      const result = estimate(jobs, { from });
      expect(result).toMatchObject({ minimum, bottleneck });
      expect(result.expected).toBeGreaterThanOrEqual(minimum);
      expect(result.expected).toBeLessThan(minimum * 1.1 + 60);
      expect(result.eta.getTime()).toBe(from.getTime() + result.expected * 1000);
    },
  );

  test("respects shares, presets and custom limits", () => {
    const jobs = [{ operation: putOrganizationUpdaterSecret, count: 1000 }];
    expect(estimate(jobs, { pace: { share: "1/2" } }).minimum).toBe(660);
    expect(estimate(jobs, { pace: "polite" })).toMatchObject({ minimum: 999, bottleneck: "write-gap" });
    expect(estimate(jobs, { pace: "off" })).toMatchObject({ minimum: 0, bottleneck: undefined });
    expect(estimate(jobs, { pace: { limits: { points: 5000 } } }).minimum).toBe(0);
  });

  test("rejects invalid counts and shares", () => {
    expect(() => estimate([{ operation: getSubscription, count: -1 }])).toThrow("count must be a whole number");
    expect(() => estimate([], { pace: { share: "3/2" } })).toThrow('pace.share must be "n/m"');
  });

  const invalidCalls: [title: string, args: unknown[], field: string][] = [
    ["no jobs", [], "jobs"],
    ["a job that is null", [[{ operation: getSubscription }, null]], "jobs[1]"],
    ["a job without an operation", [[{ operation: undefined }]], "operation"],
    ["a job with a route", [[{ operation: "GET /user" }]], "operation"],
    ["a count that is a string", [[{ operation: getSubscription, count: "2" }]], "count"],
    ["no options", [[], null], "options"],
    ["calls as a string", [[], { callsPerHour: "5000" }], "callsPerHour"],
    ["a latency that is not a number", [[], { latency: null }], "latency"],
    ["a date as a string", [[], { from: "2026-01-01" }], "from"],
    ["a pace that is an array", [[], { pace: [] }], "pace"],
    ["limits that are a number", [[], { pace: { limits: 5 } }], "pace.limits"],
    ["limits that are null", [[], { pace: { limits: null } }], "pace.limits"],
    ["limits that are an array", [[], { pace: { limits: [] } }], "pace.limits"],
  ];
  test.each(invalidCalls)("names the invalid field: %s", (_, args, field) => {
    const run = () => Reflect.apply(estimate, undefined, args);
    expect(run).toThrow(expect.objectContaining({ name: "InputError", field }));
  });
});
