import { expect, test } from "vitest";
import { createProgress, formatDuration } from "./progress.ts";

function progressOutput(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ isTTY, write: (text: string) => written.push(text) }, () => time);
  progress.begin("types", 0, 2);
  time = 5000;
  progress.update("round 1 of 9");
  time = 20_000;
  progress.update("round 5 of 9");
  progress.skip("lists: the service is missing");
  progress.end("done");
  time = 61_000;
  progress.begin("size", 1, 2);
  return written;
}

test("updates one line on a terminal", () => {
  const line = (text: string) => `\r\u001b[2Kbench: ${text}`;
  expect(progressOutput(true)).toEqual([
    line("1 of 2, types (0:00)"),
    line("1 of 2, types: round 1 of 9 (0:05)"),
    line("1 of 2, types: round 5 of 9 (0:20)"),
    line("1 of 2, types: skipped lists: the service is missing (0:20)\n"),
    line("1 of 2, types: done (0:20)\n"),
    line("2 of 2, size (1:01)"),
  ]);
});

test("writes a few separate lines to a log", () => {
  expect(progressOutput(false)).toEqual([
    "bench: 1 of 2, types (0:00)\n",
    "bench: 1 of 2, types: round 5 of 9 (0:20)\n",
    "bench: 1 of 2, types: skipped lists: the service is missing (0:20)\n",
    "bench: 1 of 2, types: done (0:20)\n",
    "bench: 2 of 2, size (1:01)\n",
  ]);
});

test("rounds up to full minutes", () => expect(formatDuration(59_600)).toBe("1:00"));
