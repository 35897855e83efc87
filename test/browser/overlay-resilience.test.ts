import { createClient } from "@forgehand/core";
import { checkStar, getSubscription, starRepository, unstarRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { holdResponses } from "./hold-responses.ts";
import { test } from "./overlay.fixture.ts";

/** Fills the extension's storage completely. */
const FILL_STORAGE_SCRIPT = `(async () => {
  const { storage } = chrome;
  for (let size = 2 ** 20, n = 0; size > 8; ) {
    try { await storage.local.set({ ["junk " + n]: "x".repeat(size) }); n += 1; } catch { size >>= 1; }
  }
})()`;

/** Counts how often the page shows its star as unset from now on. */
const COUNT_UNSTARRED_SCRIPT = `(() => {
  globalThis.shownAsUnstarred = 0;
  const star = document.querySelector("forgehand-overlay").shadowRoot.querySelector("[aria-label=Unstar]");
  new MutationObserver(() => {
    if (star.getAttribute("aria-pressed") !== "true") shownAsUnstarred += 1;
  }).observe(star, { attributes: true });
})()`;

describe("the overlay under failures", () => {
  test("works after the worker was stopped, before loading and before a click", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    await overlay.killWorker();
    await tab.openRepository();
    await tab.star(false).waitFor();
    await overlay.killWorker();
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await tab.star(true).waitFor();
    expect(await tab.alert().count()).toBe(0);
  });

  test("shows a click as done if it took effect, but the worker stopped before the response", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    emulator.control.faults.add({ operation: "starRepository", delay: 600, times: 1 });
    await tab.star(false).click();
    // The request takes effect immediately, but its response would be late.
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await overlay.killWorker();
    await tab.button("Undo").waitFor();
    await tab.star(true).waitFor();
    expect(await tab.alert().count()).toBe(0);
  });

  test("reports an error if a click had no effect and the worker stopped before the response", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    emulator.control.faults.add({ operation: "starRepository", delay: 600, times: 1, status: 500 });
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await overlay.killWorker();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("We didn't get a response");
    await tab.star(false).waitFor();
    expect(await createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("synchronizes with other tabs and windows, wherever the change is made", async ({
    emulator,
    browser,
    tab,
    overlay,
  }) => {
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    const session = await browser.context.newCDPSession(tab.page);
    const url = tab.page.url();
    const newPage = browser.context.waitForEvent("page");
    await session.send("Target.createTarget", { url, newWindow: true });
    await session.detach();
    const others = [await newPage, await overlay.openInNewTab("/acme/widgets/issues")];
    const pressed = (page: (typeof others)[number]) => page.locator('button[aria-label="Unstar"][aria-pressed="true"]');
    await tab.star(false).click();
    for (const other of others) await pressed(other).waitFor();
    await others[0]?.getByRole("button", { name: "Watch: not watching" }).click();
    await others[0]?.getByRole("menuitemradio", { name: "Watching", exact: true }).click();
    await tab.button("Watch: watching").waitFor();
    await others[1]?.getByRole("button", { name: "Watch: watching" }).waitFor();
    expect(await call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
  });

  test("never shows a state that was read before a click as the result of the click", async ({
    emulator,
    browser,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    const other = await overlay.openInNewTab("/acme/widgets");
    const unstarred = other.locator('button[aria-label="Star"][aria-pressed="false"]');
    await unstarred.waitFor();
    // The other tab reads the state, and the response is late.
    const heldResponses = await holdResponses(browser.context, /\/user\/starred\//, { method: "GET", times: 1 });
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(heldResponses.count).toBe(1);
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await other.locator('button[aria-label="Unstar"]').waitFor();
    await other.evaluate(COUNT_UNSTARRED_SCRIPT);
    await heldResponses.release();
    // The other tab's next message arrives after that response.
    await createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" }).call(
      starRepository,
      WIDGETS,
    );
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await other.locator('button[aria-label="Unstar"]').filter({ hasText: "2" }).waitFor();
    expect(await other.evaluate("shownAsUnstarred")).toBe(0);
    await tab.star(true).waitFor();
  });

  test("works with full storage", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    const clear = () =>
      overlay.withExtensionPage((page) =>
        page.evaluate(`chrome.storage.local.get(null).then((all) =>
          chrome.storage.local.remove(Object.keys(all).filter((key) => key.startsWith("junk "))))`),
      );
    await overlay.withExtensionPage((page) => page.evaluate(FILL_STORAGE_SCRIPT));
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await tab.star(true).waitFor();
    await tab.button("Undo").click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await tab.alert().count()).toBe(0);
    await clear();
  });

  test("is replaced by the new script after an update", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    const injectOverlay = () =>
      overlay.withExtensionPage((page) =>
        page.evaluate(`chrome.tabs.query({ url: "http://127.0.0.1/*" }).then((tabs) => Promise.all(tabs.map(({ id }) =>
          chrome.scripting.executeScript({ target: { tabId: id }, files: ["/overlay.js"] }))))`),
      );
    // Twice, and while the star changes, because an update can coincide with both.
    await Promise.all([injectOverlay(), injectOverlay(), call(starRepository, WIDGETS)]);
    await tab.star(true).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await overlay.all.count()).toBe(1);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.star(false).waitFor();
    expect(await overlay.all.count()).toBe(1);
    await call(unstarRepository, WIDGETS);
  });
});
