import { createClient } from "@forgehand/core";
import { checkStar, getSubscription, starRepository, unstarRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { holdResponses } from "./hold-responses.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";

/** Writes to the extension's database until it is full, and returns how many writes succeeded. */
const FILL_DATABASE_SCRIPT = `(async () => {
  const db = await new Promise((resolve) => {
    const opening = indexedDB.open("forgehand-state");
    opening.onsuccess = () => resolve(opening.result);
  });
  const write = (value, key) => new Promise((resolve) => {
    const transaction = db.transaction("settings", "readwrite");
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
    transaction.objectStore("settings").put(value, key);
  });
  let count = 0;
  for (let size = 2 ** 16; size > 8; ) {
    if (await write({ junk: "x".repeat(size) }, "junk " + count)) count += 1;
    else size >>= 1;
  }
  db.close();
  return count;
})()`;

/** Holds the messages that the overlay sends before it is drawn. The two functions pass or drop them. */
const HOLD_OVERLAY_MESSAGES = `(() => {
  const { runtime } = chrome;
  const send = runtime.sendMessage;
  const held = [];
  const setHandler = (handle) => {
    runtime.sendMessage = (message) =>
      message.type === "overlay" ? new Promise((resolve) => handle({ message, resolve })) : send.call(runtime, message);
    for (const each of held.splice(0)) handle(each);
  };
  setHandler((each) => held.push(each));
  globalThis.passOverlayMessages = () => setHandler(({ message, resolve }) => resolve(send.call(runtime, message)));
  globalThis.dropOverlayMessages = () => setHandler(({ resolve }) => resolve(undefined));
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
    await expect.poll(() => call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
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
    await other
      .locator('button[aria-label="Unstar"]')
      .filter({ has: other.locator("[data-text='2']") })
      .waitFor();
    expect(await other.evaluate("shownAsUnstarred")).toBe(0);
    await tab.star(true).waitFor();
  });

  test("works with a full database", async ({ browser, emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await tab.signIn("alice");
    const extensionPage = await browser.extensionPage();
    const origin = await extensionPage.evaluate(() => location.origin);
    const session = await browser.context.newCDPSession(extensionPage);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 5e6 });
    try {
      expect(await extensionPage.evaluate(FILL_DATABASE_SCRIPT)).toBeGreaterThan(10);
      await tab.openRepository();
      await tab.star(false).click();
      await expect.poll(() => call(checkStar, WIDGETS)).toBe(true);
      await tab.star(true).waitFor();
      await tab.button("Undo").click();
      await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
      expect(await tab.alert().count()).toBe(0);
    } finally {
      // Without a size, the override ends.
      await session.send("Storage.overrideQuotaForOrigin", { origin });
      await session.detach();
    }
  });

  test("shows that it is waiting for the worker, and what to do if there is no response", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    await inIsolatedWorld(tab.page, HOLD_OVERLAY_MESSAGES);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await expect.poll(() => overlay.bar.locator(".who").innerText()).toBe("Checking…");
    expect(await overlay.axeViolations()).toEqual([]);
    await inIsolatedWorld(tab.page, "passOverlayMessages()");
    await tab.star(false).waitFor();
    expect(await overlay.bar.innerText()).not.toContain("Checking");

    await inIsolatedWorld(tab.page, HOLD_OVERLAY_MESSAGES);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/widgets"));
    await expect.poll(() => overlay.bar.locator(".who").innerText()).toBe("Checking…");
    await inIsolatedWorld(tab.page, "dropOverlayMessages()");
    await expect.poll(() => tab.alert().innerText()).toContain("Forgehand didn't respond.");
    expect(await overlay.axeViolations()).toEqual([]);
    await inIsolatedWorld(tab.page, "passOverlayMessages()");
    await tab.button("Try again").click();
    await tab.star(false).waitFor();
    expect(await tab.alert().count()).toBe(0);
    expect(await overlay.all.count()).toBe(1);
  });

  test("is replaced by the new script after an update", async ({ emulator, tab, overlay }) => {
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    const injectOverlay = () =>
      overlay.withExtensionPage((page) =>
        page.evaluate(`chrome.tabs.query({ url: "http://127.0.0.1/*" }).then((tabs) => Promise.all(tabs.map(({ id }) =>
          chrome.scripting.executeScript({ target: { tabId: id }, files: ["/overlay.js"] }))))`),
      );
    // An update can coincide with a change elsewhere, which it reads or not, and with another update, which reads it.
    await Promise.all([injectOverlay(), call(starRepository, WIDGETS)]);
    await Promise.all([injectOverlay(), injectOverlay()]);
    await tab.star(true).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await overlay.all.count()).toBe(1);
    await tab.page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await tab.star(false).waitFor();
    expect(await overlay.all.count()).toBe(1);
    await call(unstarRepository, WIDGETS);
  });
});
