import { expect, test } from "vitest";
import { readHandlingRecord } from "./handling-record.ts";

test("repeats before the completion are allowed, but nothing after it", () => {
  const log = (...lines: string[]) => `${lines.join("\n")}\n`;
  const once = ["started a", "completed a"];
  expect(readHandlingRecord(log(...once))).toEqual({ duplicates: 0, repeated: 0 });
  expect(readHandlingRecord(log("started a", "started b", ...once))).toEqual({ duplicates: 0, repeated: 1 });
  expect(readHandlingRecord(log(...once, "started a"))).toEqual({ duplicates: 1, repeated: 1 });
  expect(readHandlingRecord(log(...once, "completed a"))).toEqual({ duplicates: 1, repeated: 0 });
});
