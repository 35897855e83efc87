import { expect, test } from "vitest";
import { clock, createProgress } from "./progress.ts";

function told(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ isTTY, write: (text: string) => written.push(text) }, () => time);
  progress.begin("types", 0, 2);
  time = 5000;
  progress.tell("round 1 of 9");
  time = 20_000;
  progress.tell("round 5 of 9");
  progress.end("done");
  time = 61_000;
  progress.begin("size", 1, 2);
  return written;
}

test("a terminal has one line, which changes", () => {
  const line = (text: string) => `\r\u001b[2Kbench: ${text}`;
  expect(told(true)).toEqual([
    line("1 of 2, types (0:00)"),
    line("1 of 2, types: round 1 of 9 (0:05)"),
    line("1 of 2, types: round 5 of 9 (0:20)"),
    line("1 of 2, types: done (0:20)\n"),
    line("2 of 2, size (1:01)"),
  ]);
});

test("a log has few lines, each of its own", () => {
  expect(told(false)).toEqual([
    "bench: 1 of 2, types (0:00)\n",
    "bench: 1 of 2, types: round 5 of 9 (0:20)\n",
    "bench: 1 of 2, types: done (0:20)\n",
    "bench: 2 of 2, size (1:01)\n",
  ]);
});

test("seconds that round up to a minute are one", () => expect(clock(59_600)).toBe("1:00"));
