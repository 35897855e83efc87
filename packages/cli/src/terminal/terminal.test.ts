import { expect, test } from "vitest";
import { readTerminal } from "./terminal.ts";

const TTY = { isTTY: true, columns: 60 };
const PIPE = {};
const streams = (stdout: typeof TTY | typeof PIPE) => ({ stdin: stdout, stdout, stderr: stdout });

test.for([
  [PIPE, {}, undefined, false],
  [TTY, {}, undefined, true],
  [TTY, { NO_COLOR: "1" }, undefined, false],
  [TTY, { NO_COLOR: "" }, undefined, true],
  [TTY, { TERM: "dumb" }, undefined, false],
  [PIPE, { FORCE_COLOR: "1" }, undefined, true],
  [TTY, { FORCE_COLOR: "0" }, undefined, false],
  [TTY, {}, false, false],
  [PIPE, { NO_COLOR: "1" }, true, true],
] as const)("colors: %j %j %j", ([stream, environment, flag, expected]) => {
  const { style, styleError } = readTerminal(streams(stream), environment, flag);
  expect(style("failed", "x") !== "x").toBe(expected);
  expect(styleError("failed", "x") !== "x").toBe(expected);
});

test("a pipe has no width and asks nothing; a terminal in continuous integration is not redrawn", () => {
  expect(readTerminal(streams(PIPE), {}, undefined)).toMatchObject({
    columns: undefined,
    isInteractive: false,
    canRedraw: false,
  });
  expect(readTerminal(streams(TTY), {}, undefined)).toMatchObject({
    columns: 60,
    isInteractive: true,
    canRedraw: true,
  });
  expect(readTerminal(streams(TTY), { CI: "true" }, undefined)).toMatchObject({ canRedraw: false });
  expect(readTerminal(streams({ isTTY: true, columns: 0 }), {}, undefined).columns).toBe(80);
});
