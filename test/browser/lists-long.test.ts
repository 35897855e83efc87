import { expect } from "vitest";
import { sized } from "../effort.ts";
import { addAccount } from "./add-account.ts";
import { doneGathering, keep, madeUpEntries, names, shot, test } from "./lists.fixture.ts";

/** Ten thousand in a full run. */
const MANY = sized(2_000, 10_000);

test("thousands of entries stay smooth, and every one of them is there", async ({ emulator, lists, openLists }) => {
  const account = `alice ${new URL(emulator.webUrl).origin}`;
  await openLists();
  await addAccount(lists, emulator, "alice");
  await keep(lists, "entries", madeUpEntries(account, MANY, Date.now()));
  await keep(lists, "gatherings", [doneGathering(account, MANY, Date.now())]);
  await openLists();
  const grid = lists.getByRole("grid");
  await grid.waitFor();
  await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe(String(MANY + 1));
  await expect.poll(async () => (await names(lists)).length).toBeLessThan(60);
  await shot(lists, "ten-thousand");
  await lists
    .getByRole("checkbox", { name: /^Select tools|^Select acme/ })
    .first()
    .focus();
  await lists.keyboard.press("Control+End");
  await expect
    .poll(() => lists.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
    .toBe(String(MANY + 1));
  await expect.poll(async () => (await names(lists)).length).toBeLessThan(60);
  await lists.getByRole("searchbox").fill(`parser-${MANY * 0.7 + 1}`);
  await expect
    .poll(() => lists.locator(".found").innerText())
    .toMatch(new RegExp(`^\\d of ${MANY.toLocaleString("en")}$`));
  // It was scrolled to its end: what is found is seen at once.
  await expect.poll(() => lists.locator("tbody .row").first().isVisible()).toBe(true);
});
