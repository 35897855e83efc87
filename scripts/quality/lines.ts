// Counts the source lines of each area, without tests, blank lines and lines that are only a comment, and compares them
// with the budgets below. A commit that needs more lines raises the area's budget.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { reportProblems } from "./report-problems.ts";

/** The most lines that each folder can have. The lines of a folder within another one count only there. */
const BUDGETS: Readonly<Record<string, number>> = {
  "packages/core/src": 5_400,
  "packages/core/src/contract": 13_500,
  "packages/core/src/client": 7_900,
  "packages/redis": 1_000,
  "packages/postgres": 900,
  "packages/emulator/src": 6_900,
  "packages/emulator/src/effects": 3_600,
  "packages/emulator/src/git": 2_300,
  "packages/emulator/src/graphql": 3_000,
  "packages/emulator/src/state": 8_300,
  "packages/emulator/src/objects": 3_750,
  "packages/emulator/src/seed": 3_700,
  "packages/emulator/src/resources": 10_200,
  "packages/emulator/src/pages": 6_200,
  "packages/emulator/src/deliveries": 3_500,
  "packages/emulator/src/http": 2_600,
  "packages/emulator/src/git-http": 1_600,
  "packages/emulator/src/control": 1_950,
  "packages/tasks": 11_300,
  "packages/cli": 1_750,
  extension: 8_600,
  "extension/worker": 6_700,
  "extension/lists-page": 4_000,
  action: 1_300,
  scripts: 5_000,
  "test/bench": 5_500,
  test: 6_950,
};

const SOURCE = /\.(ts|tsx|mjs|mts|js)$/;
const TEST = /\.test\.|\.fixture\./;

/** Counts the lines that are neither blank nor only a comment. */
const countLines = (text: string) => text.split("\n").filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => SOURCE.test(file) && !TEST.test(file) && existsSync(file));
const innermostFirst = Object.keys(BUDGETS).sort((a, b) => b.length - a.length);
const areaOf = (file: string) => innermostFirst.find((area) => file.startsWith(`${area}/`)) ?? "other";
const filesByArea = Map.groupBy(files, areaOf);

const areas = [...Object.keys(BUDGETS), "other"].map((area) => {
  const inArea = filesByArea.get(area) ?? [];
  const lines = inArea.reduce((sum, file) => sum + countLines(readFileSync(file, "utf8")), 0);
  return { area, lines, budget: BUDGETS[area] };
});
const total = areas.reduce((sum, { lines }) => sum + lines, 0);
for (const { area, lines, budget } of [...areas, { area: "all", lines: total, budget: undefined }]) {
  const limit = budget === undefined ? "" : ` of ${budget.toLocaleString("en")}`;
  process.stdout.write(`${lines.toLocaleString("en").padStart(8)}${limit.padEnd(10)} ${area}\n`);
}
reportProblems(
  areas.flatMap(({ area, lines, budget }) =>
    budget !== undefined && lines > budget ? [`${area} has ${lines} lines, and its budget is ${budget}.`] : [],
  ),
);
