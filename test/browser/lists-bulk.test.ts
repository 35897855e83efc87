import { getSubscription, listStarredRepositories } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { askService } from "../service/ask.ts";
import { faults, listsAddress, PARTS, shot, test } from "./lists.fixture.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Selects all that match, asks for something and says yes to it. */
async function doToAll(page: Page, action: string, sure: string): Promise<string> {
  await page.getByRole("checkbox", { name: /^Select all/ }).click();
  await button(page, action).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("By the forge's limits").waitFor();
  const said = await dialog.innerText();
  await dialog.getByRole("button", { name: sure, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  return said;
}

describe("many at once", () => {
  test("says exactly what will be done, does it though the page is closed, and takes all of it back", async ({
    browser,
    emulator,
    gather,
    lists,
  }) => {
    await gather("owner=parts&watch=watching");
    // Long enough for a page to be closed meanwhile.
    emulator.control.faults.add({ operation: "deleteSubscription", delay: 0.3, executed: true });
    expect(await lists.getByRole("checkbox", { name: /^Select all/ }).getAttribute("aria-label")).toBe(
      "Select all 15 that match",
    );
    await lists.getByRole("checkbox", { name: /^Select all/ }).click();
    expect(await lists.locator(".selected strong").innerText()).toBe("15 selected");
    await button(lists, "Unwatch").click();
    const dialog = lists.getByRole("dialog", { name: "Unwatch 15 repositories?" });
    await dialog.getByText("15 will be changed.").waitFor();
    await dialog.getByText("By the forge's limits this takes less than a minute.").waitFor();
    await dialog.getByText("undo all of it afterwards").waitFor();
    expect(await faults(lists)).toEqual([]);
    await shot(lists, "confirm");
    expect(emulator.control.calls().filter(({ method }) => method !== "GET")).toEqual([]);
    await button(lists, "Unwatch 15 repositories").click();
    const job = lists.getByRole("article", { name: "Unwatch 15 repositories" });
    await job.getByRole("progressbar").waitFor();
    await lists.goto("about:blank");

    await lists.goto(listsAddress(browser.optionsUrl, emulator.webUrl, "view=jobs"));
    await job.getByText("Done", { exact: true }).waitFor();
    expect(await job.innerText()).toContain("15 changed");
    // Two that nobody could find are left.
    expect(await watchedParts(emulator)).toBe(1);
    await shot(lists, "jobs-done");

    await job.getByRole("button", { name: "Undo: Unwatch 15 repositories" }).click();
    await lists.getByRole("dialog").getByText("15 repositories become again what they were before.").waitFor();
    await lists.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    const undo = lists.getByRole("article", { name: "Undo: Unwatch 15 repositories" });
    await undo.getByText("Done", { exact: true }).waitFor();
    expect(await watchedParts(emulator)).toBe(16);
    await job.getByText("Undone").waitFor();
    expect(await faults(lists)).toEqual([]);
  });

  test("pauses, goes on and cancels, and tells of each failure why", async ({ emulator, gather, lists }) => {
    await gather("owner=parts&star=yes");
    const { faults } = emulator.control;
    faults.add({ operation: "unstarRepository", after: 4, times: 1, status: 403, message: "Protected by SSO." });
    faults.add({ operation: "unstarRepository", delay: 0.4, executed: true });
    await doToAll(lists, "Unstar", "Unstar 21 repositories");
    const job = lists.getByRole("article", { name: "Unstar 21 repositories" });
    await job.getByText(/[1-9]\d* of 21/).waitFor();
    await button(lists, "Pause: Unstar 21 repositories").click();
    await job.getByText("Paused", { exact: true }).waitFor();
    const paused = emulator.control.calls().length;
    await shot(lists, "paused");
    await button(lists, "Resume: Unstar 21 repositories").click();
    await expect.poll(() => emulator.control.calls().length).toBeGreaterThan(paused);
    await job.getByText(/1 failed/).waitFor();
    await button(lists, "Cancel: Unstar 21 repositories").click();
    await job.getByText("Cancelled", { exact: true }).waitFor();
    expect(await job.innerText()).toMatch(/\d+ changed · 1 failed · \d+ never begun/);

    await lists.getByRole("link", { name: "Jobs" }).click();
    await job.getByText("1 failed: why").click();
    await job.getByText(/^The forge doesn't allow it\. Protected by SSO\./).waitFor();
    faults.clear();
    await job.getByRole("button", { name: "Try it again" }).click();
    await lists.getByRole("article", { name: "Unstar 1 repository" }).getByText("1 changed").waitFor();
    const service = askService(emulator);
    const left = await service.call(listStarredRepositories, { per_page: 100 });
    // Whatever was never begun has its star.
    expect(left.length).toBeGreaterThan(0);
  });

  test("leaves what is so already, and counts what filters hide", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust");
    await lists.getByRole("checkbox", { name: /^Select all/ }).click();
    await lists.getByRole("searchbox").fill("bolt");
    await lists.getByText("(4 of them hidden by the filters)").waitFor();
    await button(lists, "Star").click();
    const dialog = lists.getByRole("dialog");
    await dialog.getByText("7 are so already and stay as they are.").waitFor();
    await dialog.getByText("4 of them are hidden by the filters just now.").waitFor();
    expect(await dialog.getByRole("button", { name: "Nothing to do" }).isDisabled()).toBe(true);
    await lists.keyboard.press("Escape");
    await button(lists, "Clear").click();
    expect(await lists.getByRole("region", { name: "Selection" }).count()).toBe(0);
  });

  test("a limit is a clock, not an error", async ({ emulator, gather, lists }) => {
    await gather("owner=parts&star=yes&q=part-2");
    const until = Math.floor(Date.now() / 1000) + 90;
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(until), "x-ratelimit-limit": "5000" };
    emulator.control.faults.add({ operation: "unstarRepository", times: 20, status: 403, headers });
    await doToAll(lists, "Unstar", "Unstar 6 repositories");
    const job = lists.getByRole("article", { name: "Unstar 6 repositories" });
    await expect.poll(() => job.locator("time.clock").innerText()).toMatch(/^1:[0-2]\d$/);
    expect(await job.innerText()).toContain("Waiting");
    expect(await job.getByRole("alert").count()).toBe(0);
    await shot(lists, "limit");
    await button(lists, "Cancel: Unstar 6 repositories").click();
  });
});

/** How many repositories of `parts` alice watches. */
async function watchedParts(emulator: Emulator): Promise<number> {
  const service = askService(emulator);
  const names = Object.keys(PARTS.repositories).map((name) => name.replace("parts/", ""));
  const all = await Promise.all(names.map((repo) => service.call(getSubscription, { owner: "parts", repo })));
  return all.filter((one) => one?.subscribed).length;
}
