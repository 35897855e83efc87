import { describe, expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { axeViolations, takeScreenshots, test } from "./lists.fixture.ts";
import { listsAddress } from "./lists-data.ts";

describe("the lists page with nothing to show", () => {
  test("links to the options if there is no account or the tokens are locked", async ({
    browser,
    emulator,
    lists: page,
  }) => {
    await page.goto(browser.optionsUrl.replace("options.html", "lists.html"));
    await page.getByRole("heading", { name: "No account yet" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takeScreenshots(page, "no-account");
    const [options] = await Promise.all([
      browser.context.waitForEvent("page"),
      page.getByRole("button", { name: "Add account" }).click(),
    ]);
    await expect.poll(() => options.url()).toContain("/options.html");

    await options.close();
    await addAccount(page, emulator, "alice");
    await page.goto(listsAddress(browser.optionsUrl, emulator.webUrl));
    await page.getByRole("button", { name: "Load my repositories" }).waitFor();
    await page.evaluate(`chrome.runtime.sendMessage({ type: "set-passphrase", passphrase: "correct horse battery" })`);
    await page.evaluate(`chrome.runtime.sendMessage({ type: "lock" })`);
    await page.getByText("The tokens are locked. You are seeing the last known state.").waitFor();
    await page.getByRole("button", { name: "Load my repositories" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Unlock" }).waitFor();
    expect(emulator.control.calls().filter(({ operation }) => operation !== "getAuthenticatedUser")).toEqual([]);
    await takeScreenshots(page, "locked");
  });

  test("explains why: nothing starred or watched, offline, token rejected", async ({
    browser,
    emulator,
    lists,
    openLists,
  }) => {
    await openLists();
    await addAccount(lists, emulator, "mallory");
    await openLists("", "mallory");
    await lists.getByRole("button", { name: "Load my repositories" }).click();
    await lists.getByRole("heading", { name: "No starred or watched repositories" }).waitFor();
    expect(await axeViolations(lists)).toEqual([]);
    await takeScreenshots(lists, "nothing-there");

    await browser.context.setOffline(true);
    await lists.getByText("You are offline.").waitFor();
    await browser.context.setOffline(false);
    await expect.poll(() => lists.getByText("You are offline.").count()).toBe(0);

    emulator.control.faults.add({ status: 401, message: "Bad credentials" });
    await lists.getByRole("button", { name: "Refresh" }).click();
    await lists.getByText("Loading stopped. The token has expired or was revoked.").waitFor();
  });
});
