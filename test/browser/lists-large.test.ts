import { expect } from "vitest";
import { pickSize } from "../test-size.ts";
import { addAccount } from "./add-account.ts";
import { names, takeScreenshots, test } from "./lists.fixture.ts";
import { finishedGathering, generateEntries, writeToStore } from "./lists-data.ts";

/** Ten thousand in a full run. */
const ENTRY_COUNT = pickSize(2_000, 10_000);

test("the lists page shows thousands of entries, and renders only the visible ones", async ({
  emulator,
  lists,
  openLists,
}) => {
  const account = `alice ${new URL(emulator.webUrl).origin}`;
  await openLists();
  await addAccount(lists, emulator, "alice");
  await writeToStore(lists, "entries", generateEntries(account, ENTRY_COUNT, Date.now()));
  await writeToStore(lists, "gatherings", [finishedGathering(account, ENTRY_COUNT, Date.now())]);
  await openLists();
  const grid = lists.getByRole("grid");
  await grid.waitFor();
  await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe(String(ENTRY_COUNT + 1));
  await expect.poll(async () => (await names(lists)).length).toBeLessThan(60);
  await takeScreenshots(lists, "ten-thousand");
  await lists
    .getByRole("checkbox", { name: /^Select tools|^Select acme/ })
    .first()
    .focus();
  await lists.keyboard.press("Control+End");
  await expect
    .poll(() => lists.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
    .toBe(String(ENTRY_COUNT + 1));
  await expect.poll(async () => (await names(lists)).length).toBeLessThan(60);
  await lists.getByRole("searchbox").fill(`parser-${ENTRY_COUNT * 0.7 + 1}`);
  await expect
    .poll(() => lists.locator(".found").innerText())
    .toMatch(new RegExp(`^\\d of ${ENTRY_COUNT.toLocaleString("en")}$`));
  // The list was scrolled to the end; search results are shown from the top.
  await expect.poll(() => lists.locator("tbody .row").first().isVisible()).toBe(true);
});
