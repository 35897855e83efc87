import { checkStar, getSubscription, starRepository, unstarRepository } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { askService, WIDGETS } from "../service/ask.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test } from "./overlay.fixture.ts";

/** Fills the extension's storage to the brim. */
const FILL = `(async () => {
  const { storage } = chrome;
  for (let size = 2 ** 20, n = 0; size > 8; ) {
    try { await storage.local.set({ ["junk " + n]: "x".repeat(size) }); n += 1; } catch { size >>= 1; }
  }
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
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    emulator.control.faults.add({ operation: "starRepository", delay: 2, times: 1 });
    await tab.star(false).click();
    // It takes effect at once, and its answer comes late.
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
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    emulator.control.faults.add({ operation: "starRepository", delay: 2, times: 1, status: 500 });
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await overlay.killWorker();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The answer got lost on the way");
    await tab.star(false).waitFor();
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("recovers by itself when the line is back", async ({ tab, overlay }) => {
    const context = tab.page.context();
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    await context.setOffline(true);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge can't be reached");
    await overlay.picture("offline");
    await context.setOffline(false);
    await expect.poll(() => tab.alert().count()).toBe(0);
    await tab.star(false).waitFor();
  });

  test("recovers by itself where the service was away and the line was not", async ({ tab }) => {
    const api = await startEmulator();
    const port = Number(new URL(api.apiUrl).port);
    await tab.signIn("alice", { api: api.apiUrl });
    await api.stop();
    await tab.openRepository();
    await tab.alert("Star").waitFor();
    const back = await startEmulator({ port });
    await tab.star(false).waitFor({ timeout: 15_000 });
    await expect.poll(() => tab.alert().count()).toBe(0);
    await back.stop();
  });

  test("says that a token is refused, leads to the options, and goes on with another one", async ({
    emulator,
    tab,
    overlay,
  }) => {
    const { control } = emulator;
    const token = control.createToken("short", { kind: "classic", user: "alice", scopes: "all" });
    await tab.signIn(token);
    await tab.openRepository();
    await tab.star(false).waitFor();
    control.revokeToken(token);
    await tab.star(false).click();
    await expect.poll(() => tab.alert("Star").innerText()).toContain("The forge refuses the token");
    expect(await tab.button("Star").getAttribute("aria-pressed")).toBeNull();
    await overlay.picture("refused");
    expect(await tab.page.content()).not.toContain(token);
    const opened = tab.page.context().waitForEvent("page");
    await tab.alert("Star").getByRole("button", { name: "Open options" }).click();
    const options = await opened;
    await options.waitForURL(/options\.html/);
    await options.close();
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    expect(await tab.alert().count()).toBe(0);
  });

  test("counts down to the end of a limit, and goes on by itself then", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    const reset = Math.ceil(Date.now() / 1000) + 12;
    emulator.control.faults.add({
      status: 403,
      headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      message: "API rate limit exceeded.",
      times: 1,
    });
    await tab.star(false).click();
    const clock = tab.page.getByRole("status").filter({ hasText: "Star:" });
    await expect.poll(() => clock.innerText()).toMatch(/Not done.*0:(1\d|0\d)/s);
    expect(await tab.alert().count()).toBe(0);
    await overlay.picture("limit");
    expect(await overlay.faults()).toEqual([]);
    // Somebody puts the computer's clock right meanwhile.
    await inIsolatedWorld(tab.page, "Date.now = () => 0");
    await tab.star(false).waitFor({ timeout: 20_000 });
    expect(await clock.count()).toBe(0);
    expect(await askService(emulator).call(checkStar, WIDGETS)).toBe(false);
  });

  test("agrees with other tabs and windows, whoever changes what", async ({ emulator, browser, tab, overlay }) => {
    const { call } = askService(emulator);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    const session = await browser.context.newCDPSession(tab.page);
    const url = tab.page.url();
    const coming = browser.context.waitForEvent("page");
    await session.send("Target.createTarget", { url, newWindow: true });
    const others = [await coming, await overlay.another("/acme/widgets/issues")];
    const pressed = (of: (typeof others)[number]) => of.locator('button[aria-label="Unstar"][aria-pressed="true"]');
    await tab.star(false).click();
    for (const other of others) await pressed(other).waitFor();
    await others[0]?.getByRole("button", { name: "Watch: not watching" }).click();
    await others[0]?.getByRole("menuitemradio", { name: "Watching", exact: true }).click();
    await tab.button("Watch: watching").waitFor();
    await others[1]?.getByRole("button", { name: "Watch: watching" }).waitFor();
    expect(await call(getSubscription, WIDGETS)).toMatchObject({ subscribed: true });
    for (const other of others) await other.close();
  });

  test("never shows what was looked at before a click as what came after it", async ({ emulator, tab, overlay }) => {
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
    const other = await overlay.another("/acme/widgets");
    const unstarred = other.locator('button[aria-label="Star"][aria-pressed="false"]');
    await unstarred.waitFor();
    // The other tab looks, and its answer comes late.
    emulator.control.faults.add({ operation: "checkStar", delay: 1, times: 1 });
    await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => emulator.control.faults.list()[0]?.happened).toBe(1);
    await tab.star(false).click();
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    await other.locator('button[aria-label="Unstar"]').waitFor();
    await expect.poll(() => emulator.control.calls().some(({ duration }) => duration > 900)).toBe(true);
    await other.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await unstarred.count()).toBe(0);
    await tab.star(true).waitFor();
    await other.close();
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
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(false).waitFor();
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
