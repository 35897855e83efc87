import { checkStar, getSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect, onTestFinished } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import type { ExtensionBrowser } from "./firefox.ts";
import { firefoxTest, Tab, test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

const fullTest = firefoxTest({ seed: "full" });

describe("in Firefox, the popup", () => {
  /** In a tab of its own, as on phones: it speaks of the tab that was in front before. */
  async function openPopup(firefox: ExtensionBrowser, emulator: Emulator): Promise<Tab> {
    const popup = new Tab(await firefox.browser.newPage(), emulator, firefox);
    onTestFinished(() => popup.page.close());
    await popup.openOwn("popup.html");
    return popup;
  }

  test("has the page's controls, and what it does the page shows", async ({ emulator, firefox, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const popup = await openPopup(firefox, emulator);
    await popup.click("button", "Star");
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    await popup.find("button", "Unstar");
    await tab.find("button", "Unstar");
  });
});

describe("in Firefox, the options", () => {
  test("tell what a token can do, and take its account away", async ({ emulator, tab }) => {
    await tab.signIn("alice-fine-grained");
    await tab.click("button", `Test connection of alice on ${emulator.webUrl}`);
    const result = await tab.find("region", /alice/);
    expect(await result.evaluate((element) => element.textContent)).toContain("fine-grained token");
    await tab.click("button", `Remove alice on ${emulator.webUrl}`);
    await tab.click("button", /^Yes/);
    await expect.poll(() => tab.has("button", `Remove alice on ${emulator.webUrl}`)).toBe(false);
    await tab.open("/acme/widgets");
    await tab.page.waitForNetworkIdle();
    expect(await tab.page.$("forgehand-overlay")).toBeNull();
  });

  test("say why nothing was kept of a wrong token", async ({ emulator, tab }) => {
    expect(await tab.signIn("ghp_wrong")).toContain("Not saved.");
    expect(await tab.has("button", `Remove alice on ${emulator.webUrl}`)).toBe(false);
  });
});

describe("in Firefox, the page of lists", () => {
  fullTest("gathers, and unwatches many at once", async ({ emulator, tab }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    await tab.openOwn(`lists.html?${new URLSearchParams({ account: `alice ${emulator.webUrl}` })}`);
    await tab.click("button", "Gather my repositories");
    await tab.find("grid", "Repositories");
    // What gathering still brings moves what is to be clicked.
    await tab.page.waitForFunction(() => document.body.innerText.includes("Refreshed"));
    await tab.tick("Select acme/gears");
    await tab.tick("Select acme/widgets");
    await tab.click("button", "Unwatch");
    await tab.click("button", "Unwatch 2 repositories");
    await expect.poll(() => call(getSubscription, WIDGETS)).toBeNull();
    await expect.poll(() => call(getSubscription, GEARS)).toBeNull();
  });
});
