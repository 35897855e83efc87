import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { addAccount } from "../../browser/add-account.ts";
import { launchWithExtension } from "../../browser/chromium.ts";
import { finishedGathering, generateEntries, listsAddress, writeToStore } from "../../browser/lists-data.ts";

/** Figures of one visit to the lists page, in milliseconds. Each ends with the frame that shows the result. */
const ListsVisitSchema = z.object({
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

export type ListsVisit = z.infer<typeof ListsVisitSchema>;

/** Whether the compact copy of the entries has been made. */
export type ListsScenario = "with-copy" | "without-copy";

/** A browser with the extension and a large list. */
export interface ListsVisitor {
  visit(scenario: ListsScenario): Promise<ListsVisit>;
  close(): Promise<void>;
}

/** Longer than any visit takes. */
const TIMEOUT_MS = 20_000;

/** @param count number of entries in the list */
export async function openListsVisitor(emulator: Emulator, count: number): Promise<ListsVisitor> {
  const browser = await launchWithExtension();
  const ownPage = await browser.context.newPage();
  await ownPage.goto(browser.optionsUrl);
  await addAccount(ownPage, emulator, "alice");
  const address = listsAddress(browser.optionsUrl, emulator.webUrl);
  await createDatabase(ownPage, address);
  const account = `alice ${new URL(emulator.webUrl).origin}`;
  await writeToStore(ownPage, "entries", generateEntries(account, count, Date.now()));
  await writeToStore(ownPage, "gatherings", [finishedGathering(account, count, Date.now())]);
  return {
    close: () => browser.close(),
    async visit(scenario) {
      await (scenario === "with-copy" ? waitForCopy(ownPage) : ownPage.evaluate(DELETE_COPY));
      const page = await browser.context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.addInitScript(LISTS_SCRIPT);
      await page.goto(address);
      const visit = ListsVisitSchema.parse(await page.evaluate(`measureLists(${count})`));
      await page.close();
      return visit;
    },
  };
}

/** Waits for the copy, which a page without one makes; its own page stays open meanwhile. */
async function waitForCopy(page: Page): Promise<void> {
  if (await page.evaluate<boolean>(HAS_COPY)) return;
  await page.reload();
  await page.waitForFunction(HAS_COPY, undefined, { timeout: TIMEOUT_MS });
}

const inTransaction = (body: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("forgehand-lists");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(["snapshots", "snapshotParts"], "readwrite");
    let result;
    ${body}
    transaction.onabort = reject;
    transaction.oncomplete = () => { opening.result.close(); resolve(result); };
  };
})`;

const DELETE_COPY = inTransaction(`
    transaction.objectStore("snapshots").clear();
    transaction.objectStore("snapshotParts").clear();`);

const HAS_COPY = inTransaction(`
    transaction.objectStore("snapshotParts").count().onsuccess = ({ target }) => { result = target.result > 0; };`);

/** Opens the lists page once, which creates the database. */
async function createDatabase(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Load my repositories" }).waitFor();
}

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
