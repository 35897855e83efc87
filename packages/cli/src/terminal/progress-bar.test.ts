import { expect, test } from "vitest";
import { createProgressBar, progressLine } from "./progress-bar.ts";

const STATE = { label: "Applied", total: 2000, done: 500, failed: 3, remaining: () => 90_000 };
const CLEAR = "\r\u001b[2K";

test("a line has as many parts as fit", () => {
  expect(progressLine(STATE, 100)).toBe("█████░░░░░░░░░░░░░░░ Applied 500 of 2,000, 3 failed, about 1 min 30 s left");
  expect(progressLine(STATE, 59)).toBe("█████░░░░░░░░░░░░░░░ Applied 500 of 2,000, 3 failed");
  expect(progressLine(STATE, 40)).toBe("Applied 500 of 2,000, 3 failed");
  expect(progressLine(STATE, 10)).toBe("Applied 50");
  expect(progressLine({ ...STATE, total: 0, done: 0, failed: 0, remaining: () => 0 }, 100)).toContain("Applied 0 of 0");
});

test("a bar is redrawn at most ten times a second, and gives way to other lines", () => {
  let [written, time] = ["", 0];
  const write = (text: string) => {
    written += text;
  };
  const bar = createProgressBar({ columns: 40, write }, () => time);
  for (time = 0; time < 1000; time += 1) bar.show(STATE);
  expect(written.split(CLEAR)).toHaveLength(11);
  written = "";
  bar.around(() => write("a line\n"));
  expect(written).toBe(`${CLEAR}a line\n${CLEAR}Applied 500 of 2,000, 3 failed`);
  written = "";
  bar.show(undefined);
  bar.around(() => write("last\n"));
  expect(written).toBe(`${CLEAR}last\n`);
});
