import { expect, test } from "vitest";
import type { Row } from "../row.ts";
import { withUnit } from "../table.ts";
import { content } from "./content.fixture.ts";
import { renderPage } from "./markdown.ts";
import { renderFiles } from "./write.ts";

const page = renderPage(content);
const lines = page.split("\n");
const rows = content.measured.flatMap((one) => one.rows);

/** Cells of the table's line that begins with this. */
const cellsOf = (name: string) =>
  lines
    .filter((line) => line.startsWith(`| ${name} |`))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test("every row is in the tables exactly once: in a line of its own, or beside ours", () => {
  const own = (row: Row) => cellsOf(row.name.replaceAll("|", "\\|"));
  for (const row of rows.filter(({ beside }) => beside === undefined)) {
    expect(own(row)).toHaveLength(1);
    expect(own(row)[0]?.[1]).toBe(withUnit(row));
  }
  for (const row of rows.filter(({ beside }) => beside !== undefined)) {
    expect(own(row)).toEqual([]);
    const ours = cellsOf(row.beside ?? "")[0]?.at(-1);
    expect(ours).toContain(`${row.who} ${withUnit(row)}`);
    expect(page.split(`${row.who} ${withUnit(row)}`)).toHaveLength(2);
  }
});

test("a budget has its figure, quartiles, must, aim and verdict", () => {
  expect(cellsOf("refused / an empty Node")).toEqual([
    ["refused / an empty Node", "1.700 x", "1.600–1.800", "2.000", "1.600", "holds"],
  ]);
  expect(cellsOf("forgehand, secrets")).toEqual([
    ["forgehand, secrets", "1.007 x", "1.030", "1.005", "holds", "octokit 3.028 x"],
  ]);
});

test("what is broken is said in words at the top, with what is known of it, and in its table", () => {
  expect(page).toContain("15 budgets: 0 aims met, 14 hold, 1 broken.** Broken are:");
  expect(page).toContain("- action, lost: 1 calls, must be at most 0. Known: It was the weather.");
  expect(cellsOf("lost")).toEqual([["lost", "1 calls", "", "0", "", "**broken**, known"]]);
  expect(renderPage({ ...content, known: [] })).toContain("| **broken** |");
});

test("nothing broken is said as well", () => {
  const kept = renderPage({ ...content, measured: content.measured.filter(({ name }) => name === "pace") });
  expect(kept).toContain("**13 budgets: 0 aims met, 13 hold, 0 broken.**\n\n## How");
});

test("it says where, when, with what and how it was measured", () => {
  for (const told of [
    ...["2026-07-01, 1:06 minutes", "| Processor | An abacus |", "| Commit | 0123456789ab |", "Node 24.0.0"],
    ...["`npm run bench -- pace` measures this alone (here: 0:05 minutes)", "`npm run bench -- action`"],
  ]) {
    expect(page).toContain(told);
  }
});

test("texts are no markup", () => {
  expect(page).toContain("| least \\| most |");
  expect(page).toContain("183 refused & 22 &lt;lost>");
});

test("sections have one order, whatever was measured first", () => {
  const titles = lines.filter((line) => line.startsWith("## "));
  expect(titles).toEqual([
    "## How to read it",
    "## Machine and versions",
    "## Bulk work against the limits",
    "## The action",
  ]);
  expect(renderPage({ ...content, measured: content.measured.toReversed() })).toBe(page);
});

test("every plot on the page is written, and the other way round", () => {
  const named = [...page.matchAll(/\]\((plots\/[^)]+)\)/g)].map(([, path]) => path);
  expect([...renderFiles(content).keys()]).toEqual(["benchmarks.md", ...named]);
  expect(named).toEqual(["plots/pace.svg"]);
});
