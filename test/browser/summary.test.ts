import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { renderMatrix } from "../../action/src/fleet/matrix-summary.ts";
import { renderSummary } from "../../action/src/report/summary.ts";
import { markdownPage } from "./github-markdown.ts";
import { newContext } from "./session.ts";
import { REPORTS } from "./summary.fixture.ts";

/** The columns of a job summary. */
const DESKTOP = { width: 1010, height: 900 };
const PHONE = { width: 400, height: 900 };

async function openSummary(markdown: string, viewport = DESKTOP): Promise<Page> {
  const context = await newContext({ viewport });
  const page = await context.newPage();
  await page.setContent(markdownPage(markdown));
  return page;
}

/** Returns what is wrong with the page's tables: texts that are hidden or cut off. */
function findDefects(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const defects: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) defects.push(`the page has ${scrollWidth} px, the window ${clientWidth}`);
    for (const table of document.querySelectorAll("table")) {
      if (!table.checkVisibility()) continue;
      const name = table.textContent.slice(0, 60);
      if (table.scrollWidth > table.clientWidth) {
        defects.push(`a table is cut off: ${table.scrollWidth} of ${table.clientWidth} px: ${name}`);
      }
      // The rows of a long table are alike.
      const cells = Array.from(table.querySelectorAll<HTMLElement>("td, th")).slice(0, 300);
      for (const cell of cells) {
        const withoutSpace = (text: string) => text.replace(/\s/g, "");
        if (withoutSpace(cell.innerText) !== withoutSpace(cell.textContent))
          defects.push(`hidden: ${cell.textContent}`);
        const { left, right } = cell.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(cell);
        for (const box of range.getClientRects()) {
          if (box.left < left - 1 || box.right > right + 1) defects.push(`sticks out of its cell: ${cell.textContent}`);
        }
      }
      for (const lineBreak of table.querySelectorAll("br")) {
        if (!lineBreak.checkVisibility()) defects.push(`a hidden line break: ${lineBreak.parentElement?.textContent}`);
      }
    }
    return defects;
  });
}

describe("the job summary on GitHub", () => {
  for (const [name, report] of Object.entries(REPORTS)) {
    test(`shows all texts of ${name}, on a desktop and on a phone`, async () => {
      const page = await openSummary(renderSummary(report), DESKTOP);
      expect(await findDefects(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await findDefects(page)).toEqual([]);
      // What is folded fits as well.
      await page.evaluate(() => {
        for (const block of document.querySelectorAll("details")) block.open = true;
      });
      expect(await findDefects(page)).toEqual([]);
      await page.context().close();
    });
  }

  test.each([
    ["with shares", "16/80", undefined],
    ["without shares", undefined, "The shards have no fixed shares: they use the rate limits together, through Redis."],
  ] as const)("shows all texts of a matrix %s", async (_, share, sharing) => {
    const shards = ["acme", "o".repeat(39), "11/16"].map((shard, index) => ({
      shard,
      share,
      installation: index === 0 ? "" : "1234567890",
      targets: 10_000,
      time: "2 h 46 min if all need a change",
    }));
    const texts = {
      conclusion: "3 shards for strategy.matrix of a job. 161 calls in 13 s.",
      sharing,
      notes: ["acme/*: 2 are archived"],
    };
    const page = await openSummary(renderMatrix(shards, texts, 100_000), PHONE);
    expect(await findDefects(page)).toEqual([]);
    expect(await page.locator("th").allInnerTexts()).toEqual([
      "Shard",
      ...(share === undefined ? [] : ["Share"]),
      "Targets",
      "At least",
    ]);
    await page.context().close();
  });

  test("shows each detail of a change in a row of its own", async () => {
    const report = REPORTS["a plan of subject templates"];
    const page = await openSummary(report ? renderSummary(report) : "");
    const changes = report?.tasks.flatMap(({ plan }) => plan.changes) ?? [];
    expect(changes).toHaveLength(21);
    const rows = await page.locator("tr:visible").allInnerTexts();
    const expected = changes.flatMap(({ details = [] }) =>
      details.map(({ label, before, after }) => `↳ ${label}\t${before}\t${after}`),
    );
    expect(rows.filter((text) => text.startsWith("↳"))).toEqual(expected);
    await page.context().close();
  });

  test("folds what is unchanged, and what was given up before, with their numbers", async () => {
    for (const [name, title, hidden] of [
      ["a run that leaves 2,000 targets unchanged", "2,000 unchanged", "acme/service-1999: DEPLOY_KEY"],
      ["a redelivery that gives up events", "30 given up before this run", "000000000039"],
    ] as const) {
      const report = REPORTS[name];
      const page = await openSummary(report ? renderSummary(report) : "");
      const cell = page.locator("td", { hasText: hidden });
      await page.getByText(title, { exact: true }).waitFor();
      expect(await cell.isVisible()).toBe(false);
      await page.getByText(title, { exact: true }).click();
      await cell.waitFor();
      await page.context().close();
    }
  });

  test("shows failures first, and links targets to their pages", async () => {
    const report = REPORTS["a merged fleet"];
    const page = await openSummary(report ? renderSummary(report) : "");
    const targets = await page.locator("h2:has-text('Rotate secrets') ~ table td:first-child code").allInnerTexts();
    expect(targets.slice(0, 2)).toEqual(["acme/nowhere", "acme/service-02: DEPLOY_KEY"]);
    const link = page.getByRole("link", { name: "acme/service-02: DEPLOY_KEY" }).first();
    expect(await link.getAttribute("href")).toBe("https://github.com/acme/service-02");
    const hook = page.getByRole("link", { name: /webhook 7/ }).first();
    expect(await hook.getAttribute("href")).toBe("https://github.com/acme/widgets/settings/hooks/7");
    await page.context().close();
  });
});

describe("the check of a summary", () => {
  const table = (cell: string) => `<table><tr><td>${cell}</td><td>two</td></tr></table>`;

  for (const [defect, cell] of [
    ["a hidden line break", "<code>one<br>two</code>"],
    ["a table is cut off", `<code>${"x".repeat(300)}</code>`],
    ["a table is cut off", `<span>${"x".repeat(300)}</span>`],
  ] as const) {
    test(`finds that ${defect}: ${cell.slice(0, 20)}`, async () => {
      const page = await openSummary(table(cell));
      expect((await findDefects(page)).join("\n")).toContain(defect);
      await page.context().close();
    });
  }

  test("renders what GitHub keeps", () => {
    const unsafe = `<table><tr><td onclick="x()" style="color: red"><script>x()</script><a href="javascript:x()">y</a></td></tr></table>`;
    const html = markdownPage(unsafe).split("<article")[1] ?? "";
    expect(html).toContain('class="markdown-body"><table><tbody><tr><td><a>y</a></td></tr></tbody></table>');
  });
});
