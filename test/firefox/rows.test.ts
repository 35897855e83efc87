import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { firefoxTest } from "./session.ts";

const BOLTS = { owner: "parts", repo: "bolts" };

const test = firefoxTest({ seed: "full" });

describe("a list row, in Firefox,", () => {
  test("can be starred, unstarred with Undo, and watched", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await tab.open("/search?q=bolts");
    const row = await tab.find("group", "Forgehand: parts/bolts");
    const star = await tab.find("button", "Star", row);
    // Styles apply although the page's content security policy blocks foreign styles.
    expect(await star.evaluate((button) => getComputedStyle(button).cursor)).toBe("pointer");
    await star.click();
    await expect.poll(() => call(checkStar, BOLTS)).toBe(true);
    await tab.click("button", "Undo");
    await expect.poll(() => call(checkStar, BOLTS)).toBe(false);
    await tab.click("button", "Watch: not watching", row);
    await tab.click("menuitemradio", /^Watching/);
    await expect.poll(() => call(getSubscription, BOLTS)).toMatchObject({ subscribed: true });
  });

  test("of a pull request requests a review", async ({ emulator, tab }) => {
    await tab.signIn("alice");
    await tab.open("/acme/widgets/pulls");
    const row = await tab.find("group", "Forgehand: acme/widgets#8");
    await tab.click("button", /^Review requests/, row);
    await tab.click("combobox", "Add reviewers");
    await tab.page.keyboard.type("bob\n");
    await tab.pressControlEnter();
    const requestCalls = () => emulator.control.calls().filter(({ operation }) => operation === "requestReviewers");
    await expect.poll(requestCalls).toMatchObject([{ path: expect.stringMatching("/pulls/8/"), status: 201 }]);
  });

  test("disappears when rows are switched off, and returns", async ({ tab, extensionPage }) => {
    await tab.signIn("alice");
    await tab.open("/search?q=widgets");
    await tab.find("group", "Forgehand: acme/widgets");
    const off = await extensionPage.changeSettings("settings.controls.rows = false");
    await tab.page.waitForFunction(() => !document.querySelector("forgehand-row"));
    await off.undo();
    await tab.find("group", "Forgehand: acme/widgets");
  });
});
