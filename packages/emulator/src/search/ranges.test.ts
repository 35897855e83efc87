import fc from "fast-check";
import { expect, test } from "vitest";
import { timestamp } from "../timestamp.ts";
import { parseNumberRange, parseTimeRange } from "./ranges.ts";

const DAY = { from: "2024-01-31T00:00:00Z", until: "2024-02-01T00:00:00Z" };
const { from, until } = DAY;

test.for([
  ["2024-01-31", DAY],
  [">2024-01-31", { from: until }],
  [">=2024-01-31", { from }],
  ["<2024-01-31", { until: from }],
  ["<=2024-01-31", { until }],
  ["2024-01-01..2024-01-31", { from: "2024-01-01T00:00:00Z", until }],
  ["2024-01-31..*", { from }],
  ["*..2024-01-31", { until }],
  [">=2024-01-31T01:00:00+01:00", { from }],
  [">=2024-01-31T01:00:00 01:00", { from }],
  ["2024-01-31T00:00:00Z", { from, until: "2024-01-31T00:00:01Z" }],
  ["2024-01-31T00:00Z", { from, until: "2024-01-31T00:00:01Z" }],
  ["2024-02-30", undefined],
  ["2024-1-1", undefined],
  ["yesterday", undefined],
  ["2024-01-31..tomorrow", undefined],
  [">", undefined],
] as const)("parses %s as a range of times", ([text, range]) => {
  expect(parseTimeRange(text)).toEqual(range);
});

test.for([
  ["10", { from: 10, until: 11 }],
  [">10", { from: 11 }],
  [">=10", { from: 10 }],
  ["<10", { until: 10 }],
  ["<=10", { until: 11 }],
  ["10..50", { from: 10, until: 51 }],
  ["*..10", { until: 11 }],
  ["ten", undefined],
  ["-1", undefined],
  ["1.5", undefined],
] as const)("parses %s as a range of numbers", ([text, range]) => {
  expect(parseNumberRange(text)).toEqual(range);
});

test("parses date ranges that contain the same times as a comparison of the days", () => {
  const day = fc.integer({ min: 0, max: 40_000 });
  const name = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10);
  const signs = [">", ">=", "<", "<=", ""] as const;
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 86_399 }), fc.constantFrom(...signs), (limit, at, second, sign) => {
      const range = parseTimeRange(`${sign}${name(limit)}`) ?? {};
      const time = timestamp(new Date((at * 86_400 + second) * 1000));
      const isIn = (range.from ?? "") <= time && time < (range.until ?? "~");
      const expected = { ">": at > limit, ">=": at >= limit, "<": at < limit, "<=": at <= limit, "": at === limit };
      expect(isIn).toBe(expected[sign]);
    }),
  );
});
