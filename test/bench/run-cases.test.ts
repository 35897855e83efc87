import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";
import { type CasesToRun, runCases } from "./run-cases.ts";

test("reports a case that fails, and measures the others", async () => {
  const lines: string[] = [];
  let time = 0;
  const now = () => time;
  const result = { rows: [], json: [{ measured: true }] };
  const cases: CasesToRun = [
    [
      "types",
      async () => [
        {
          measure: async ({ isQuick, onProgress }) => {
            onProgress(isQuick ? "quick" : "slow");
            time += 20_000;
            return result;
          },
        },
        { isSlow: true, measure: () => Promise.reject(new Error("this part is omitted")) },
      ],
    ],
    ["size", () => Promise.reject(new Error("the core is not built"))],
    ["pace", async () => [{ measure: async () => result }]],
  ];
  const progress = createProgress({ isTTY: false, write: (line: string) => lines.push(line) }, now);
  expect(await runCases(cases, { isQuick: true, progress, now })).toEqual({
    measured: [
      { ...result, name: "types", milliseconds: 20_000 },
      { ...result, name: "pace", milliseconds: 0 },
    ],
    failed: ["size"],
  });
  expect(lines).toContain("bench: 2 of 3, size: the core is not built (0:20)\n");
});
