import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { finishedGathering, generateEntries, listsAddress, writeToStore } from "../../browser/lists-data.ts";
import type { Bench, Measured } from "../harness.ts";
import { type Budget, createRow } from "../row.ts";
import { inTransaction, openExtension, ROUNDS } from "./open-extension.ts";

/** Figures of one visit to the lists page, in milliseconds. Each ends with the frame that shows the result. */
const ListsVisit = z.object({
  /** From the start of the navigation to the first row. */
  firstRow: z.number(),
  /** From the start of the navigation to the last change while entries are read. */
  allRows: z.number(),
  /** From a key press in the search field to the results. */
  search: z.number(),
  /** From the click on a bulk action, with all entries selected, to its dialog. */
  dialog: z.number(),
  /** From that click to the dialog's estimate. */
  estimate: z.number(),
});

type ListsTime = keyof z.infer<typeof ListsVisit>;

/** Whether the compact copy of the entries has been made. */
type ListsScenario = "with-copy" | "without-copy";

const FIRST_ROW_BUDGET = { must: 1500, aim: 800 };

const TIMES: readonly (readonly [label: string, time: ListsTime, scenario: ListsScenario, budget?: Budget])[] = [
  ["first row", "firstRow", "with-copy", FIRST_ROW_BUDGET],
  ["first row, without a copy", "firstRow", "without-copy", FIRST_ROW_BUDGET],
  ["all rows", "allRows", "with-copy"],
  ["all rows, without a copy", "allRows", "without-copy"],
  ["search", "search", "with-copy", { must: 300, aim: 100 }],
  ["dialog", "dialog", "with-copy", { must: 500, aim: 200 }],
  ["dialog's estimate", "estimate", "with-copy"],
];

/** Number of entries on the lists page. */
const COUNT = 30_000;

/** Longer than any visit takes. */
const TIMEOUT_MS = 20_000;

/** Measures the lists page with a large list. */
export async function measureLists(bench: Bench): Promise<Measured> {
  const { emulator, browser, ownPage } = await openExtension(bench);
  const address = listsAddress(browser.optionsUrl, emulator.webUrl);
  // Opening the page once creates the database.
  await ownPage.goto(address);
  await ownPage.getByRole("button", { name: "Load my repositories" }).waitFor();
  const account = `alice ${new URL(emulator.webUrl).origin}`;
  await writeToStore(ownPage, "entries", generateEntries(account, COUNT, Date.now()));
  await writeToStore(ownPage, "gatherings", [finishedGathering(account, COUNT, Date.now())]);
  const candidates = (["with-copy", "without-copy"] as const).map((scenario) => ({
    name: scenario,
    async cost() {
      await (scenario === "with-copy" ? waitForCopy(ownPage) : ownPage.evaluate(DELETE_COPY));
      const page = await browser.context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.addInitScript(LISTS_SCRIPT);
      await page.goto(address);
      const visit = ListsVisit.parse(await page.evaluate(`measureLists(${COUNT})`));
      await page.close();
      return visit;
    },
  }));
  const by = await bench.compare(candidates, ROUNDS, "lists page");
  const rows = TIMES.map(([label, time, scenario, budget]) =>
    createRow(`lists page, 30,000 rows: ${label}`, "ms", by((visit) => visit[time]).of(scenario), budget),
  );
  return { rows };
}

/** Waits for the copy, which a page without one makes; its own page stays open meanwhile. */
async function waitForCopy(page: Page): Promise<void> {
  if (await page.evaluate<boolean>(HAS_COPY)) return;
  await page.reload();
  await page.waitForFunction(HAS_COPY, undefined, { timeout: TIMEOUT_MS });
}

const inCopy = (body: string) => inTransaction("forgehand-lists", ["snapshots", "snapshotParts"], body);

const DELETE_COPY = inCopy(`
    transaction.objectStore("snapshots").clear();
    transaction.objectStore("snapshotParts").clear();`);

const HAS_COPY = inCopy(`
    transaction.objectStore("snapshotParts").count().onsuccess = ({ target }) => { result = target.result > 0; };`);

/**
 * Script that records when the first row appeared, and defines a function that uses the page. Each time is taken after
 * the next frame was drawn.
 */
const LISTS_SCRIPT = `(() => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
  const until = (condition) => new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ${TIMEOUT_MS}, "timed out: " + condition);
    const check = () => {
      if (!condition()) return false;
      observer.disconnect();
      clearTimeout(timer);
      resolve(drawn());
      return true;
    };
    const observer = new MutationObserver(check);
    if (!check()) observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  });
  const firstRow = until(() => document.querySelector("tbody .row"));
  let changedAt = 0;
  new MutationObserver(() => { changedAt = performance.now(); }).observe(document, { childList: true, subtree: true, characterData: true });
  const find = (selector, text) => [...document.querySelectorAll(selector)].find((element) => element.textContent === text);
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  globalThis.measureLists = async (count) => {
    const times = { firstRow: await firstRow };
    await until(() => document.querySelector("table")?.getAttribute("aria-rowcount") === String(count + 1));
    while (performance.now() - changedAt < 500) await pause(100);
    times.allRows = changedAt;
    const field = document.querySelector(".search input");
    const foundBefore = document.querySelector(".found").textContent;
    let start = performance.now();
    field.value = "parser";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    times.search = await until(() => document.querySelector(".found").textContent !== foundBefore
      && document.querySelector("tbody .row a").textContent.includes("parser")) - start;
    field.value = "";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await until(() => document.querySelector(".found").textContent === foundBefore);
    await pause(500);
    document.querySelector("thead input").click();
    await until(() => find(".bulk button", "Unstar"));
    await pause(500);
    start = performance.now();
    find(".bulk button", "Unstar").click();
    times.dialog = await until(() => document.querySelector("dialog[open]")) - start;
    times.estimate = await until(() => document.querySelector("dialog .primary:enabled")) - start;
    return times;
  };
})()`;
