import { expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { doneGathering, keep, madeUpEntries, names, shot, test } from "./lists.fixture.ts";

test("ten thousand entries stay smooth, and every one of them is there", async ({ emulator, lists, openLists }) => {
  const account = `alice ${new URL(emulator.webUrl).origin}`;
  await openLists();
  await addAccount(lists, emulator, "alice");
  await keep(lists, "entries", madeUpEntries(account, 10_000, Date.now()));
  await keep(lists, "gatherings", [doneGathering(account, 10_000, Date.now())]);
  await openLists();
  const grid = lists.getByRole("grid");
  await grid.waitFor();
  expect(await grid.getAttribute("aria-rowcount")).toBe("10001");
  expect((await names(lists)).length).toBeLessThan(60);
  await shot(lists, "ten-thousand");
  await lists
    .getByRole("checkbox", { name: /^Select tools|^Select acme/ })
    .first()
    .focus();
  await lists.keyboard.press("Control+End");
  await expect
    .poll(() => lists.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")))
    .toBe("10001");
  expect((await names(lists)).length).toBeLessThan(60);
  await lists.getByRole("searchbox").fill("parser-7001");
  await expect.poll(() => lists.locator(".found").innerText()).toMatch(/^\d of 10,000$/);
  // It was scrolled to its end: what is found is seen at once.
  expect(await lists.locator("tbody .row").first().isVisible()).toBe(true);
});
