import { checkStar, starRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { findCoveredElements } from "./covered-elements.ts";
import { holdPageEnd } from "./hold-page-end.ts";
import { holdResponses } from "./hold-responses.ts";
import { observeLayoutShifts, readLayoutShifts } from "./layout-shifts.ts";
import { test } from "./overlay.fixture.ts";
import { readOverlayPosition } from "./placement.fixture.ts";

describe("the overlay on a changing page", () => {
  test("follows soft navigation: links, back, forward, replaced body", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    await tab.page.evaluate(() => {
      document.documentElement.setAttribute("data-same-document", "");
      document.body.setAttribute("data-first-body", "");
    });
    await tab.page.getByRole("link", { name: /^Pull requests/ }).click();
    await tab.page.waitForURL(/pulls$/);
    await tab.star(false).waitFor();
    await tab.page.getByRole("link", { name: "Round the corners of the widget" }).first().click();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    await expect.poll(() => tab.button("Star").count()).toBe(0);
    await tab.page.goBack();
    await tab.page.goBack();
    await tab.star(false).waitFor();
    await tab.page.goForward();
    await tab.page.goForward();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    expect(await overlay.all.count()).toBe(1);
  });

  test("returns to its place after the body or the content is replaced", async ({ emulator, tab, overlay }) => {
    await tab.openAsAlice();
    for (const selector of ["body", "main"]) {
      await tab.page.evaluate((selector) => {
        const replaced = document.querySelector(selector);
        const copy = replaced?.cloneNode(true);
        if (copy) replaced?.replaceWith(copy);
      }, selector);
      await expect.poll(() => overlay.all.count()).toBe(1);
      await expect.poll(() => overlay.bar.isVisible()).toBe(true);
    }
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
  });

  test("stays when parts of the page are replaced, and ignores a late response for the previous page", async ({
    browser,
    emulator,
    tab,
    overlay,
  }) => {
    const { call } = createServiceClient(emulator);
    await call(starRepository, WIDGETS);
    await tab.signIn("alice");
    await tab.openRepository();
    await tab.star(true).waitFor();
    const heldResponses = await holdResponses(browser.context, /\/user\/starred\//, { method: "GET", times: 1 });
    emulator.control.clearCalls();
    await tab.page.reload();
    await tab.star(true).waitFor();
    await tab.page.evaluate(() => {
      document.querySelector("main")?.replaceChildren();
      history.pushState({}, "", "/acme/gears");
    });
    const starReads = () => emulator.control.calls().filter(({ operation }) => operation === "checkStar");
    await expect.poll(() => starReads().map(({ path }) => path.split("/").at(-1))).toEqual(["widgets", "gears"]);
    await tab.star(false).waitFor();
    await heldResponses.release();
    // The response to this message arrives after the late one.
    await overlay.sendFromContentScript("states", { page: tab.page.url(), control: "watch" });
    expect(await tab.button("Unstar").count()).toBe(0);
    expect(await overlay.all.count()).toBe(1);
    expect(await tab.alert().count()).toBe(0);
  });

  test("causes no layout shifts when it appears and updates, even if the worker is stopped", async ({
    emulator,
    tab,
    overlay,
  }) => {
    await tab.signIn("alice");
    await observeLayoutShifts(tab.page);
    await overlay.killWorker();
    const release = await holdPageEnd(tab.page);
    const loaded = tab.openRepository();
    // How soon it appears is judged by the bench. Here the page waits for it, however busy the machine is.
    await expect.poll(() => emulator.control.calls().map(({ operation }) => operation)).toContain("checkStar");
    release();
    await loaded;
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await tab.button("Watch: not watching").click();
    await tab.page.getByRole("menu").waitFor();
    await tab.page.keyboard.press("Escape");
    expect(await readLayoutShifts(tab.page)).toEqual([]);
  });

  test("leaves no event listeners behind when it disappears", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    const session = await tab.page.context().newCDPSession(tab.page);
    /** Counts the listeners in a tab, including the page's own. */
    const listeners = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSEventListeners")?.value;
    };
    await session.send("Performance.enable");
    let baseline: number | undefined;
    for (let n = 0; n < 5; n += 1) {
      await tab.page.evaluate(() => history.pushState({}, "", "/acme/widgets"));
      await tab.star(false).waitFor();
      await tab.button("Watch: not watching").click();
      await tab.page.getByRole("menu").waitFor();
      await tab.page.keyboard.press("Escape");
      await tab.page.evaluate(() => history.pushState({}, "", "/settings/profile"));
      await expect.poll(() => overlay.all.count()).toBe(0);
      // The first visit also loads the overlay's parts.
      if (n === 1) baseline = await listeners();
    }
    await expect.poll(listeners).toBe(baseline);
    await session.detach();
  });

  test("shows the current state of a page restored from the cache", async ({ emulator, tab }) => {
    const { call } = createServiceClient(emulator);
    await tab.openAsAlice();
    await tab.openPullRequest();
    await tab.page.getByRole("combobox", { name: "Add reviewers" }).waitFor();
    await call(starRepository, WIDGETS);
    await tab.page.goBack();
    await tab.star(true).waitFor();
    // The event that a browser sends for a page restored from its cache.
    await tab.page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await tab.star(true).click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
  });

  test("fits right-to-left text", async ({ tab, overlay }) => {
    await tab.signIn("alice");
    await tab.page.route("**/acme/widgets", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace("<html", '<html dir="rtl"') });
    });
    await tab.openRepository();
    await tab.button("Watch: not watching").waitFor();
    expect(await readOverlayPosition(tab.page)).toMatchObject({ isInside: true, isOnFirstScreen: true });
    expect(await findCoveredElements(tab.page)).toEqual([]);
    await tab.button("Watch: not watching").click();
    await overlay.takeScreenshots("right-to-left");
    const menu = await tab.page.getByRole("menu").boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect(await overlay.axeViolations()).toEqual([]);
  });

  test.for([
    ["a narrow window", 360, 1],
    ["a window at 200 %", 1200, 2],
    ["a narrow window at 200 %", 640, 2],
  ] as const)("stays within %s, whatever is open", async ([name, width, zoom], { tab, overlay }) => {
    const { page } = tab;
    await tab.signIn("alice");
    await overlay.signInOnPage("carol");
    await page.setViewportSize({ width: width / zoom, height: 700 / zoom });
    await tab.openRepository();
    await tab.button("Watch: not watching").click();
    await overlay.mismatch.waitFor();
    const { clientWidth } = await page.evaluate(() => ({ clientWidth: document.documentElement.clientWidth }));
    for (const part of [overlay.bar, page.getByRole("menu")]) {
      const box = await part.boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(clientWidth);
    }
    await overlay.takeScreenshots(name.replaceAll(/\W+/g, "-"));
  });

  test("is not printed", async ({ tab, overlay }) => {
    await tab.openAsAlice();
    await tab.page.emulateMedia({ media: "print" });
    await expect.poll(() => overlay.all.isVisible()).toBe(false);
    await tab.page.emulateMedia({ media: "screen" });
    await expect.poll(() => overlay.bar.isVisible()).toBe(true);
  });
});
