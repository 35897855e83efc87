import { startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { test } from "./popup.fixture.ts";

describe("the popup on a page without controls", () => {
  test("says so on a browser page", async ({ tab, popup, signIn }) => {
    await signIn("alice");
    await tab.page.goto("about:blank");
    const opened = await popup();
    await opened.section("This page").getByText("Forgehand has no controls for this page.").waitFor();
    // The account is still shown.
    await opened.section("Waiting for your review").waitFor();
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("blank");
  });

  test("offers to add an account for a host that has none", async ({ browser, tab, popup, signIn }) => {
    await signIn("alice");
    const other = await startEmulator();
    try {
      await tab.page.goto(`${other.webUrl}/acme/widgets`);
      const opened = await popup();
      const { host, origin } = new URL(other.webUrl);
      await opened.page.getByText(`Forgehand has no account for ${host} yet.`).waitFor();
      const add = opened.page.getByRole("link", { name: `Add ${host}` });
      await expect.poll(() => add.getAttribute("href")).toBe(`/options.html?host=${encodeURIComponent(origin)}`);
      expect(await opened.axeViolations()).toEqual([]);
      await opened.takeScreenshots("other-host");
      const next = browser.context.waitForEvent("page");
      await add.click();
      const options = await next;
      await expect.poll(() => options.getByLabel("Host", { exact: true }).inputValue()).toBe(origin);
    } finally {
      await other.stop();
    }
  });

  test("distinguishes list pages from pages without controls", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.page.goto(`${emulator.webUrl}/acme`);
    const opened = await popup();
    await opened.page.getByText("The controls for this page are in its rows.").waitFor();
    await tab.page.goto(`${emulator.webUrl}/login`);
    await opened.page.getByText("There is nothing to star, watch, or review on this page.").waitFor();
    expect(await opened.axeViolations()).toEqual([]);
  });

  test("says which controls are switched off", async ({ emulator, tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    const opened = await popup();
    await opened.page.getByRole("button", { name: "Star", exact: true }).waitFor();
    const allOff = { star: false, watch: false, "review-request": false, rows: false };
    await opened.saveSettings({ controls: allOff });
    await opened.page.getByText("The controls for this page are turned off in the settings.").waitFor();
    await tab.page.goto(`${emulator.webUrl}/acme`);
    await opened.page.getByText("Controls in lists are turned off in the settings.").waitFor();
  });

  test("works without an account", async ({ tab, popup }) => {
    await tab.page.goto("about:blank");
    const opened = await popup();
    await opened.section("This page").waitFor();
    await expect.poll(() => opened.page.getByRole("region").count()).toBe(2);
    await expect
      .poll(() => opened.page.getByRole("link", { name: "Settings" }).getAttribute("href"))
      .toBe("/options.html");
    await expect
      .poll(() => opened.page.getByRole("link", { name: "Starred and watched" }).getAttribute("href"))
      .toBe("/lists.html");
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("no-account");
  });
});

describe("the popup", () => {
  test("asks for the passphrase while tokens are locked", async ({ tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    const opened = await popup();
    await opened.sendMessage("set-passphrase", { passphrase: "correct horse" });
    await opened.sendMessage("lock");
    const locked = opened.section("Your tokens are locked");
    const field = locked.getByLabel("Passphrase");
    await expect.poll(() => field.evaluate((field) => field === document.activeElement)).toBe(true);
    await field.fill("wrong horse");
    await field.press("Enter");
    await locked.getByRole("alert").waitFor();
    expect(await opened.axeViolations()).toEqual([]);
    await opened.takeScreenshots("locked");
    await field.fill("correct horse");
    await field.press("Enter");
    await opened.section("acme/widgets").getByRole("button", { name: "Star", exact: true }).waitFor();
  });

  test("uses the user's language and theme", async ({ tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openRepository();
    const first = await popup();
    await first.saveSettings({ language: "de", theme: "dark" });
    const opened = await popup();
    await opened.section("Warten auf dein Review").waitFor();
    await expect.poll(() => opened.page.locator("html").getAttribute("lang")).toBe("de");
    await expect
      .poll(() => opened.page.evaluate("getComputedStyle(document.documentElement).colorScheme"))
      .toBe("dark");
    await opened.takeScreenshots("german");
  });

  test("fits narrow windows and large text", async ({ tab, popup, signIn }) => {
    await signIn("alice");
    await tab.openPullRequest();
    const { page } = await popup();
    await page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    const overflow = () => page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    await page.setViewportSize({ width: 320, height: 560 });
    await expect.poll(() => overflow()).toBe(0);
    await page.evaluate("document.documentElement.style.fontSize = '26px'");
    await expect.poll(() => overflow()).toBe(0);
  });
});
