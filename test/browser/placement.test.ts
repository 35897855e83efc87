import { checkStar } from "@forgehand/core/operations";
import { describe, expect, onTestFinished } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { isFullRun } from "../test-size.ts";
import { findCoveredElements } from "./covered-elements.ts";
import { holdPageEnd } from "./hold-page-end.ts";
import { overlayTest } from "./overlay.fixture.ts";
import { readOverlayPosition } from "./placement.fixture.ts";

const [REPOSITORY, PULLS, PULL] = ["/acme/widgets", "/acme/widgets/pulls", "/acme/widgets/pull/1"];
const FILES = `${PULL}/files`;

/** The pages of each markup generation with the expected shape of the overlay on a wide window. */
const GENERATIONS = [
  {
    markup: "2026",
    pages: [
      [REPOSITORY, "column"],
      [PULLS, "row"],
      [PULL, "column"],
      [FILES, "row"],
    ],
  },
  {
    markup: "2024",
    pages: [
      [REPOSITORY, "slot"],
      [PULL, "column"],
    ],
  },
  {
    markup: "2022",
    pages: [
      [REPOSITORY, "slot"],
      [PULL, "column"],
    ],
  },
] as const;

const WIDTHS = [400, 768, 1280, 1920];

/** A page without any room for the overlay: its text is a link to the end of the window. */
const FULL_PAGE = `<!doctype html><html dir="ltr"><title>acme/widgets</title><meta name="user-login" content="alice">
  <style>body { margin: 0 } header, article { padding: 20px }</style>
  <header><h1>acme/widgets</h1></header><article>Text</article>`;

for (const { markup, pages } of GENERATIONS) {
  const test = overlayTest({ markup });
  const isNewest = markup === "2026";

  describe(`the overlay on pages of ${markup}`, () => {
    test("is part of the page, on the first screen, and covers nothing", async ({ tab, overlay }) => {
      const { page } = tab;
      await tab.signIn("alice");
      await overlay.signInOnPage("alice");
      for (const [path, shape] of pages) {
        for (const width of isNewest || isFullRun ? WIDTHS : [1280]) {
          await page.setViewportSize({ width, height: 720 });
          await overlay.open(path);
          await overlay.bar
            .getByRole(path === PULL ? "combobox" : "button")
            .first()
            .waitFor();
          const context = `${path} at ${width} px`;
          expect(await readOverlayPosition(page), context).toMatchObject({ isInside: true, isOnFirstScreen: true });
          if (width >= 1280) expect((await readOverlayPosition(page))?.shape, context).toBe(shape);
          expect(await findCoveredElements(page), context).toEqual([]);
        }
      }
    });

    test.runIf(isNewest || isFullRun)("follows the tabs of a repository, signed out", async ({ tab, overlay }) => {
      const { page } = tab;
      await tab.openAsAlice();
      await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
      await page.getByRole("link", { name: /^Pull requests/ }).click();
      await page.waitForURL(/pulls$/);
      await expect.poll(() => page.locator("forgehand-row").count()).toBeGreaterThan(0);
      await overlay.bar.getByRole("button").first().waitFor();
      expect(await findCoveredElements(page)).toEqual([]);
      await page.getByRole("link", { name: /^Code/ }).first().click();
      await page.waitForURL(/widgets$/);
      await expect.poll(() => page.locator("forgehand-row").count()).toBe(0);
      await tab.star(false).waitFor();
      expect(await overlay.all.count()).toBe(1);
      expect(await page.locator("html[data-same-document]").count()).toBe(1);
    });

    test.runIf(isNewest || isFullRun)("fits right-to-left and zoomed pages", async ({ tab, overlay }) => {
      const { page } = tab;
      await tab.signIn("alice");
      const script = await page.addInitScript(`document.documentElement.dir = "rtl"`);
      // Later tests reuse the page.
      onTestFinished(() => script.dispose());
      for (const [path] of pages) {
        for (const [width, height] of [
          [1280, 720],
          [640, 360],
        ] as const) {
          await page.setViewportSize({ width, height });
          await overlay.open(path);
          await overlay.bar
            .getByRole(path === PULL ? "combobox" : "button")
            .first()
            .waitFor();
          expect(await readOverlayPosition(page), path).toMatchObject({ isInside: true, isOnFirstScreen: true });
          expect(await findCoveredElements(page), path).toEqual([]);
        }
      }
    });
  });
}

const test = overlayTest();

describe("the overlay's place", () => {
  test("changes with the page: hidden, widened, and rendered late", async ({ tab, overlay }) => {
    const { page } = tab;
    const shape = async () => (await readOverlayPosition(page))?.shape;
    await tab.signIn("alice");
    await overlay.open(REPOSITORY);
    await expect.poll(shape).toBe("column");
    const sidebar = page.locator(".Layout-sidebar");
    await sidebar.evaluate((element) => element.toggleAttribute("hidden"));
    await expect.poll(shape).toBe("row");
    await sidebar.evaluate((element) => element.toggleAttribute("hidden"));
    await expect.poll(shape).toBe("column");
    const markup = await page.evaluate(() => {
      const sidebar = document.querySelector(".Layout-sidebar");
      const { outerHTML = "" } = sidebar ?? {};
      sidebar?.remove();
      return outerHTML;
    });
    await expect.poll(shape).toBe("row");
    await page.evaluate((markup) => document.querySelector(".Layout")?.insertAdjacentHTML("beforeend", markup), markup);
    await expect.poll(shape).toBe("column");
    expect(await overlay.all.count()).toBe(1);
    expect(await findCoveredElements(page)).toEqual([]);
  });

  test("is a tab at the window's edge if no other fits, which can be opened, moved and hidden", async ({
    emulator,
    tab,
    overlay,
  }) => {
    const { page } = tab;
    await tab.signIn("alice");
    await page.route("**/acme/widgets", (route) => route.fulfill({ body: FULL_PAGE, contentType: "text/html" }));
    await overlay.open(REPOSITORY);
    const edgeTab = tab.button("Forgehand");
    await edgeTab.waitFor();
    expect(await tab.button("Star").count()).toBe(0);
    expect(await findCoveredElements(page)).toEqual([]);
    await edgeTab.click();
    await tab.star(false).click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    expect(await overlay.axeViolations()).toEqual([]);
    const left = () => edgeTab.evaluate((button) => button.getBoundingClientRect().left);
    expect(await left()).toBeGreaterThan(600);
    await tab.button("Move to the other side").click();
    await expect.poll(left).toBeLessThan(600);
    await page.reload();
    await edgeTab.click();
    expect(await left()).toBeLessThan(600);
    await tab.button("Hide on this site").click();
    await expect.poll(() => overlay.all.count()).toBe(0);
    await page.reload();
    await tab.settle();
    expect(await overlay.all.count()).toBe(0);
    await tab.openOptions();
    await page.getByRole("link", { name: "Controls" }).click();
    await page.getByRole("button", { name: "Show the tab" }).click();
    await overlay.open(REPOSITORY);
    await edgeTab.waitFor();
  });

  test("is there before the page is parsed, once the sidebar is", async ({ tab, overlay }) => {
    const { page } = tab;
    await tab.signIn("alice");
    const release = await holdPageEnd(page);
    const loaded = overlay.open(REPOSITORY);
    await tab.star(false).waitFor();
    expect(await page.evaluate(() => document.readyState)).toBe("loading");
    const position = () => overlay.bar.boundingBox();
    const first = await position();
    release();
    await loaded;
    await tab.settle();
    expect(await position()).toEqual(first);
  });

  test("leaves a page responsive that hides everything, or removes the tab at the window's edge", async ({
    tab,
    overlay,
  }) => {
    const { page } = tab;
    const shape = async () => (await readOverlayPosition(page))?.shape;
    const toggleRoot = () => page.evaluate(() => document.documentElement.toggleAttribute("hidden"));
    await tab.signIn("alice");
    await overlay.open(REPOSITORY);
    await expect.poll(shape).toBe("column");
    await toggleRoot();
    await expect.poll(shape).toBe("edge");
    await page.evaluate(() => document.head.append(document.createElement("meta")));
    await toggleRoot();
    await expect.poll(shape).toBe("column");
    await page.route("**/acme/widgets", (route) => route.fulfill({ body: FULL_PAGE, contentType: "text/html" }));
    await page.reload();
    await expect.poll(shape).toBe("edge");
    await page.evaluate(() => {
      const removeOverlay = () => document.querySelector("html > forgehand-overlay")?.remove();
      new MutationObserver(removeOverlay).observe(document.documentElement, { childList: true });
      removeOverlay();
    });
    await expect.poll(() => overlay.all.count()).toBe(0);
  });

  test("follows the page's colors, not the system's", async ({ tab, overlay }) => {
    const { page } = tab;
    await tab.openAsAlice();
    const theme = () => overlay.all.getAttribute("data-theme");
    const setMode = (mode: string) =>
      page.evaluate((mode) => document.documentElement.setAttribute("data-color-mode", mode), mode);
    expect(await theme()).toBe("light");
    await setMode("dark");
    await expect.poll(theme).toBe("dark");
    await setMode("auto");
    await expect.poll(theme).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(theme).toBe("dark");
    await setMode("light");
    await expect.poll(theme).toBe("light");
    await overlay.open(PULLS);
    await page.locator("forgehand-row").first().waitFor();
    await setMode("dark");
    await expect.poll(() => page.locator("forgehand-row").first().getAttribute("data-theme")).toBe("dark");
  });
});
