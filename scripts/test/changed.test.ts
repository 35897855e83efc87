import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { runsForFiles } from "./changed.ts";

const filesOf = (runs: ReturnType<typeof runsForFiles>) =>
  runs.flatMap(({ vitestArgs }) => vitestArgs.filter((argument) => !argument.startsWith("--")));

test("nothing runs when nothing has changed", () => {
  expect(runsForFiles([], "HEAD")).toEqual([]);
});

test("any change runs what imports it, and the browser's smoke test", () => {
  const runs = runsForFiles(["extension/worker/lock.ts"], "main");
  expect(runs.map(({ step, vitestArgs }) => [step.name, vitestArgs[0]])).toEqual([
    ["unit tests", "--changed=main"],
    ["workflow tests", "--changed=main"],
    ["browser tests", "test/browser/smoke.test.ts"],
  ]);
});

test.each(["action/src/main.ts", "packages/core/src/index.ts"])("%s runs tests of the action's bundle too", (file) => {
  expect(filesOf(runsForFiles([file], "HEAD"))).toContain("test/workflow/bundle.test.ts");
});

test("the tests that it names exist", () => {
  for (const file of filesOf(runsForFiles(["action/src/main.ts"], "HEAD"))) expect(existsSync(file), file).toBe(true);
});
