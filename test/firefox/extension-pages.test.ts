import { checkStar, getSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect, onTestFinished } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import type { FirefoxWithExtension } from "./firefox.ts";
import { FirefoxTab, firefoxTest, test } from "./session.ts";

const GEARS = { owner: "acme", repo: "gears" };

const fullTest = firefoxTest({ seed: "full" });

describe("in Firefox, the popup", () => {
  /** Opened in a tab, as on mobile; it shows the tab that was active before. */
  async function openPopup(firefox: FirefoxWithExtension, emulator: Emulator): Promise<FirefoxTab> {
    const popup = new FirefoxTab(await firefox.browser.newPage(), emulator, firefox);
    onTestFinished(() => popup.page.close());
    await popup.openExtensionPage("popup.html");
    return popup;
  }

  test("has the page's controls, and updates the page", async ({ emulator, firefox, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets");
    await tab.find("button", "Star");
    const popup = await openPopup(firefox, emulator);
    await popup.click("button", "Star");
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await popup.find("button", "Unstar");
    await tab.find("button", "Unstar");
  });
});

describe("in Firefox, the options", () => {
  test("test a token and remove its account", async ({ emulator, tab }) => {
    await tab.signIn("alice-fine-grained");
    await tab.click("button", `Test connection of alice on ${emulator.webUrl}`);
    const result = await tab.find("region", /alice/);
    expect(await result.evaluate((element) => element.textContent)).toContain("Fine-grained token");
    await tab.click("button", `Remove alice on ${emulator.webUrl}`);
    await tab.click("button", "Remove account");
    await expect.poll(() => tab.has("button", `Remove alice on ${emulator.webUrl}`)).toBe(false);
    await tab.open("/acme/widgets");
    await tab.page.waitForNetworkIdle();
    expect(await tab.page.$("forgehand-overlay")).toBeNull();
  });

  test("explain why an invalid token is not saved", async ({ emulator, tab }) => {
    expect(await tab.signIn("ghp_wrong")).toContain("Not saved.");
    expect(await tab.has("button", `Remove alice on ${emulator.webUrl}`)).toBe(false);
  });
});

describe("in Firefox, the lists page", () => {
  fullTest("gathers repositories, and unwatches many at once", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await tab.openExtensionPage(`lists.html?${new URLSearchParams({ account: `alice ${emulator.webUrl}` })}`);
    await tab.click("button", "Load my repositories");
    await tab.find("grid", "Repositories");
    // Entries that are still being gathered would move the click target.
    await tab.page.waitForFunction(() => document.body.innerText.includes("Refreshed"));
    await tab.tick("Select acme/gears");
    await tab.tick("Select acme/widgets");
    await tab.click("button", "Unwatch");
    await tab.click("button", "Unwatch 2 repositories");
    await expect.poll(() => call(getSubscription, WIDGETS)).toBeNull();
    await expect.poll(() => call(getSubscription, GEARS)).toBeNull();
  });
  test("reads a file, with the line of each problem", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    const query = new URLSearchParams({ account: `alice ${emulator.webUrl}`, view: "files" });
    await tab.openExtensionPage(`lists.html?${query}`);
    await tab.find("button", "Choose a file…");
    await tab.page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      const text = "repository,starred\nacme/widgets,yes\nhttps://forge.example/acme/gears,yes\n";
      dataTransfer.items.add(new File([text], "mine.csv", { type: "text/csv" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await tab.find("button", "Apply 1 change");
    expect(await tab.page.evaluate(() => document.body.innerText)).toContain("Line 3: this is a URL of forge.example");
  });
});
