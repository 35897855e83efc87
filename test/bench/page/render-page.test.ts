import { expect, test } from "vitest";
import type { Row } from "../row.ts";
import { formatWithUnit } from "../table.ts";
import { pageContent } from "./content.fixture.ts";
import { renderPage } from "./render-page.ts";
import { renderFiles } from "./write-page.ts";

const page = renderPage(pageContent);
const lines = page.split("\n");
const rows = pageContent.measured.flatMap((section) => section.rows);

/** Cells of the table rows with this name. */
const cellsOf = (name: string) =>
  lines
    .filter((line) => line.startsWith(`| ${name} |`))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test("shows every row exactly once: in a line of its own, or next to our row that it is compared with", () => {
  const own = (row: Row) => cellsOf(row.name.replaceAll("|", "\\|"));
  for (const row of rows.filter(({ comparedWith }) => comparedWith === undefined)) {
    expect(own(row)).toHaveLength(1);
    expect(own(row)[0]?.[1]).toBe(formatWithUnit(row));
  }
  for (const row of rows.filter(({ comparedWith }) => comparedWith !== undefined)) {
    expect(own(row)).toEqual([]);
    const ours = cellsOf(row.comparedWith ?? "")[0]?.at(-1);
    expect(ours).toContain(`${row.implementation} ${formatWithUnit(row)}`);
    expect(page.split(`${row.implementation} ${formatWithUnit(row)}`)).toHaveLength(2);
  }
});

test("shows figure, quartiles, must, aim and verdict of a budget", () => {
  expect(cellsOf("rejected / an empty Node process")).toEqual([
    ["rejected / an empty Node process", "1.700 x", "1.600–1.800", "2.000", "1.600", "holds"],
  ]);
  expect(cellsOf("forgehand, secrets")).toEqual([
    ["forgehand, secrets", "1.007 x", "1.030", "1.005", "holds", "octokit 3.028 x"],
  ]);
});

test("lists broken budgets at the top with the known reason, and marks them in their tables", () => {
  expect(page).toContain("24 budgets: 0 aims met, 23 hold, 1 broken.** Broken budgets:");
  expect(page).toContain("- action, lost: 1 calls, must be at most 0. Known: The machine is slow.");
  expect(cellsOf("lost")).toEqual([["lost", "1 calls", "", "0", "", "**broken**, known"]]);
  expect(renderPage({ ...pageContent, known: [] })).toContain("| **broken** |");
});

test("states that no budget is broken", () => {
  const withoutBroken = renderPage({
    ...pageContent,
    measured: pageContent.measured.filter(({ name }) => name === "pace"),
  });
  expect(withoutBroken).toContain("**22 budgets: 0 aims met, 22 hold, 0 broken.**\n\n## How");
});

test("states when, on which machine, with which versions and for how long it was measured", () => {
  for (const text of [
    "2026-07-01, 1:06 minutes",
    "| Processor | An abacus |",
    "| Commit | 0123456789ab |",
    "Node 24.0.0",
    "`npm run bench -- pace` runs only this case (here: 0:05 minutes)",
    "`npm run bench -- action`",
  ]) {
    expect(page).toContain(text);
  }
});

test("escapes markup in texts", () => {
  expect(page).toContain("| minimum \\| maximum |");
  expect(page).toContain("183 rejected & 22 &lt;lost>");
});

test("orders sections regardless of the order of measurement", () => {
  const titles = lines.filter((line) => line.startsWith("## "));
  expect(titles).toEqual([
    "## How to read it",
    "## Machine and versions",
    "## Bulk work within the rate limits",
    "## The action",
  ]);
  expect(renderPage({ ...pageContent, measured: pageContent.measured.toReversed() })).toBe(page);
});

test("writes exactly the plots that the page shows", () => {
  const named = [...page.matchAll(/\]\((plots\/[^)]+)\)/g)].map(([, path]) => path);
  expect([...renderFiles(pageContent).keys()]).toEqual(["benchmarks.md", ...named]);
  expect(named).toEqual(["plots/pace.svg"]);
});
