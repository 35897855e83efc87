import { createClient } from "@forgehand/core";
import { checkStar, getSubscription, starRepository, unstarRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { holdAnswers } from "./hold-answers.ts";
import { test } from "./overlay.fixture.ts";

/** Fills the extension's storage to the brim. */
const FILL = `(async () => {
  const { storage } = chrome;
  for (let size = 2 ** 20, n = 0; size > 8; ) {
    try { await storage.local.set({ ["junk " + n]: "x".repeat(size) }); n += 1; } catch { size >>= 1; }
  }
})()`;

/** Counts in a page how often its star is shown as not given from then on. */
const WATCH_STAR = `(() => {
  globalThis.shownAsUnstarred = 0;
  const star = document.querySelector("forgehand-overlay").shadowRoot.querySelector("[aria-label=Unstar]");
  new MutationObserver(() => {
    if (star.getAttribute("aria-pressed") !== "true") shownAsUnstarred += 1;
  }).observe(star, { attributes: true });
})()`;

describe("the overlay, when things go wrong", () => {
  test("works with a worker that was ended before it looks, and before a click", async ({ emulator, tab, overlay }) => {
    const { call } = askService(emulator);
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

  test("looks again where the worker ends between a click and its answer: it was done", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    emulator.control.faults.add({ operation: "starRepository", delay: 600, times: 1 });
    await tab.star(false).click();
    // It takes effect at once, and its answer would come late.
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    await overlay.killWorker();
    await tab.button("Undo").waitFor();
    await tab.star(true).waitFor();
    expect(await tab.alert().count()).toBe(0);
  });

  test("looks again where the worker ends between a click and its answer: it was not done", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    emulator.control.faults.add({ operation: "starRepository", delay: 600, times: 1, status: 500 });
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await overlay.killWorker();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The answer got lost on the way");
    await tab.star(false).waitFor();
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("agrees with other tabs and windows, whoever changes what", async ({ emulator, browser, tab, overlay }) => {
    const { call } = askService(emulator);
    await tab.openAsAlice();
    const session = await browser.context.newCDPSession(tab.page);
    const url = tab.page.url();
    const coming = browser.context.waitForEvent("page");
    await session.send("Target.createTarget", { url, newWindow: true });
    await session.detach();
    const others = [await coming, await overlay.another("/acme/widgets/issues")];
    const pressed = (of: (typeof others)[number]) => of.locator('button[aria-label="Unstar"][aria-pressed="true"]');
    await tab.star(false).click();
    for (const other of others) await pressed(other).waitFor();
    await others[0]?.getByRole("button", { name: "Watch: not watching" }).click();
    await others[0]?.getByRole("menuitemradio", { name: "Watching", exact: true }).click();
    await tab.button("Watch: watching").waitFor();
    await others[1]?.getByRole("button", { name: "Watch: watching" }).waitFor();
    expect(await call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
  });

  test("never shows what was looked at before a click as what came after it", async ({
    emulator,
    browser,
    tab,
    overlay,
  }) => {
    await tab.openAsAlice();
    const other = await overlay.another("/acme/widgets");
    const unstarred = other.locator('button[aria-label="Star"][aria-pressed="false"]');
    await unstarred.waitFor();
    // The other tab looks, and its answer comes late.
    const late = await holdAnswers(browser.context, /\/user\/starred\//, { method: "GET", times: 1 });
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(late.count).toBe(1);
    await tab.star(false).click();
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    await other.locator('button[aria-label="Unstar"]').waitFor();
    await other.evaluate(WATCH_STAR);
    await late.release();
    // What the other tab is told next it is told after that answer.
    await createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" }).call(
      starRepository,
      WIDGETS,
    );
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await other.locator('button[aria-label="Unstar"]').filter({ hasText: "2" }).waitFor();
    expect(await other.evaluate("shownAsUnstarred")).toBe(0);
    await tab.star(true).waitFor();
  });

  test("works with a full storage", async ({ emulator, browser, tab, overlay }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    const clear = () =>
      overlay.onOwnPage((page) =>
        page.evaluate(`chrome.storage.local.get(null).then((all) =>
          chrome.storage.local.remove(Object.keys(all).filter((key) => key.startsWith("junk "))))`),
      );
    await overlay.onOwnPage((page) => page.evaluate(FILL));
    await tab.openRepository();
    await tab.star(false).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
    await tab.star(true).waitFor();
    await tab.button("Undo").click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await tab.alert().count()).toBe(0);
    await clear();
    expect(browser.context.serviceWorkers().length).toBeGreaterThan(0);
  });

  test("has one overlay after an update under it: the new script takes over", async ({
    emulator,
    browser,
    tab,
    overlay,
  }) => {
    const { call } = askService(emulator);
    await tab.openAsAlice();
    const reach = () =>
      overlay.onOwnPage((page) =>
        page.evaluate(`chrome.tabs.query({ url: "http://127.0.0.1/*" }).then((tabs) => Promise.all(tabs.map(({ id }) =>
          chrome.scripting.executeScript({ target: { tabId: id }, files: ["/overlay.js"] }))))`),
      );
    // Twice and at the same time as its account changes, as an update may come.
    await Promise.all([reach(), reach(), call(starRepository, WIDGETS)]);
    await tab.star(true).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await overlay.all.count()).toBe(1);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.star(false).waitFor();
    expect(await overlay.all.count()).toBe(1);
    await call(unstarRepository, WIDGETS);
    expect(browser.context.pages().length).toBeGreaterThan(0);
  });
});
