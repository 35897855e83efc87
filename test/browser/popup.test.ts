import { checkStar, getSubscription, listRequestedReviewers } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, PULL, WIDGETS } from "../service/service-client.ts";
import { test } from "./popup.fixture.ts";

describe("the popup on a supported page", () => {
  test("shows the page's controls, in sync with the overlay", async ({ emulator, tab, popup, signIn }) => {
    const { call } = createServiceClient(emulator);
    await signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    const opened = await popup();
    const here = opened.section("acme/widgets");
    await here.getByRole("button", { name: "Star", exact: true }).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await here.getByRole("button", { name: "Unstar", exact: true }).waitFor();
    await tab.star(true).waitFor();
    await here.getByRole("button", { name: "Watch: not watching" }).click();
    await opened.takeScreenshots("menu");
    await opened.page.getByRole("menuitemradio", { name: /^Ignoring/ }).click();
    await expect.poll(async () => (await call(getSubscription, WIDGETS))?.ignored).toBe(true);
    await tab.button("Watch: ignoring").waitFor();
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("repository");
  });

  test("undoes actions", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    const { page } = await popup();
    await page.getByRole("button", { name: "Star", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => emulator.control.calls().map(({ operation }) => operation)).toContain("unstarRepository");
    await tab.star(false).waitFor();
  });

  test("requests reviews of a pull request", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openPullRequest();
    const opened = await popup();
    const field = opened.section("acme/widgets#1").getByRole("combobox", { name: "Add reviewers" });
    await field.fill("car");
    await opened.section("acme/widgets#1").getByRole("option").first().waitFor();
    await opened.takeScreenshots("suggestions");
    await field.fill("carol");
    await field.press("Control+Enter");
    await expect
      .poll(async () =>
        (await createServiceClient(emulator).call(listRequestedReviewers, PULL)).users.map(({ login }) => login),
      )
      .toEqual(["carol"]);
    await tab.page.getByRole("button", { name: "Remove carol" }).waitFor();
    await opened.section("acme/widgets#1").getByRole("button", { name: "Remove carol" }).waitFor();
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("pull-request");
  });

  test("works with the keyboard alone", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    const { page } = await popup();
    await page.locator("button[aria-label=Star][aria-pressed=false]").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await createServiceClient(emulator).call(getSubscription, WIDGETS))?.subscribed)
      .toBe(true);
  });

  test("switches the active account", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await signIn("bob");
    await tab.openRepository();
    await tab.star(false).waitFor();
    const opened = await popup();
    const choice = opened.page.getByRole("combobox", { name: "Active account" });
    await expect.poll(() => choice.locator("option:checked").innerText()).toBe("bob");
    await choice.selectOption("alice");
    await tab.page.locator(".who", { hasText: "alice" }).waitFor();
    await opened.page.getByRole("button", { name: "Star", exact: true }).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("accounts");
  });

  test("refuses to act as an account that the page is not signed in as", async ({ emulator, tab, popup, signIn }) => {
    await signIn("bob");
    await signIn("alice");
    await tab.page.goto(`${emulator.webUrl}/login`);
    await tab.button(/^bob\b/).click();
    await tab.page.waitForURL((url) => url.pathname !== "/login");
    await tab.openRepository();
    const opened = await popup();
    const here = opened.section("acme/widgets");
    await here.getByRole("alert").filter({ hasText: "This page is signed in as bob" }).waitFor();
    await opened.takeScreenshots("mismatch");
    await here.getByRole("button", { name: "Star", exact: true }).click();
    await here.getByText("Nothing was changed").first().waitFor();
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
    await here.getByRole("button", { name: "Switch to bob" }).click();
    await expect.poll(() => here.getByRole("alert").count()).toBe(0);
    await expect
      .poll(() => opened.page.getByRole("combobox", { name: "Active account" }).inputValue())
      .toContain("bob");
  });

  test("follows the tab to another page", async ({ tab, popup, signIn, emulator }) => {
    await signIn("alice");
    await tab.openRepository();
    const opened = await popup();
    await opened.section("acme/widgets").getByRole("button", { name: "Star", exact: true }).waitFor();
    await tab.page.goto(`${emulator.webUrl}/acme/widgets/pull/1`);
    await opened.section("acme/widgets#1").getByRole("combobox").waitFor();
    await tab.page.evaluate("history.pushState(null, '', '/acme/widgets')");
    await opened.section("acme/widgets").getByRole("button", { name: "Star", exact: true }).waitFor();
  });
});
