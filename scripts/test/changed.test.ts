import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { selectRuns } from "./changed.ts";

const filesOf = ({ runs }: ReturnType<typeof selectRuns>) => runs.flatMap(({ vitestArgs }) => vitestArgs);

test("selects related tests and the smoke test in the browser", () => {
  const { runs, notes } = selectRuns(["extension/worker/lock.ts"], { unit: ["extension/worker/lock.test.ts"] });
  expect(runs.map(({ step, vitestArgs }) => [step.name, vitestArgs])).toEqual([
    ["unit tests", ["extension/worker/lock.test.ts"]],
    ["browser tests", ["test/browser/smoke.test.ts"]],
  ]);
  expect(notes).toEqual([]);
});

test("selects the nearest of many related tests, and reports the number of related tests", () => {
  const far = Array.from({ length: 100 }, (_, index) => `packages/emulator/src/resources/user/${index}.test.ts`);
  const near = ["packages/emulator/src/rules/update-ref.test.ts", "packages/emulator/src/state/rules.test.ts"];
  const selected = selectRuns(["packages/emulator/src/rules/rule.ts"], { unit: [...far, ...near] });
  const [unit] = selected.runs;
  expect(unit?.vitestArgs).toHaveLength(60);
  expect(unit?.vitestArgs.slice(0, 2)).toEqual(near);
  expect(selected.notes).toEqual(["unit tests: the 60 nearest of 102 related files; npm test runs all."]);
});

test.each(["action/src/main.ts", "packages/tasks/src/plan.ts", "packages/core/src/index.ts"])(
  "a change of %s also selects tests of the action's bundle",
  (file) => {
    expect(filesOf(selectRuns([file], {}))).toContain("test/workflow/bundle.test.ts");
  },
);

test("the bundle tests exist", () => {
  for (const file of filesOf(selectRuns(["action/src/main.ts"], {}))) expect(existsSync(file), file).toBe(true);
});
