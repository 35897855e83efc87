import { test as base } from "@forgehand/emulator/vitest";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { describe } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";

/** A tab of a browser that has nothing to do with the extension. */
const test = base.extend<{ browser: Browser; page: Page }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const executablePath = findChromium();
      if (!executablePath) throw new Error("No Chromium here. Run `npm run setup`, or set CHROMIUM_PATH.");
      const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  page: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 720 } });
    const page = await context.newPage();
    page.setDefaultTimeout(5_000);
    await use(page);
    await context.close();
  },
});

describe("the emulator's page at /", () => {
  test("copies a token", async ({ page, emulator, expect }) => {
    const { webUrl, tokens } = emulator;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: webUrl });
    await page.goto(`${webUrl}/`);
    await page.getByRole("button", { name: "Copy the token bob", exact: true }).click();
    await page.getByText("Copied the token bob").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tokens["bob"]);
  });

  test("still does after soft navigation, once", async ({ page, emulator, expect }) => {
    const { webUrl, tokens } = emulator;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: webUrl });
    await page.goto(`${webUrl}/acme/widgets`);
    await page.getByRole("link", { name: "Forge, the emulator" }).click();
    await page.getByRole("button", { name: "Copy the token alice", exact: true }).click();
    await page.getByText("Copied the token alice").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tokens["alice"]);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1200, 400]) {
      test(`is accessible, ${colorScheme}, ${width} wide`, async ({ page, emulator, expect }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 720 });
        const problems: string[] = [];
        page.on("console", (message) => problems.push(message.text()));
        await page.goto(`${emulator.webUrl}/`);
        await page.evaluate(axe.source);
        const found = await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
        );
        expect(found).toEqual([]);
        expect(problems).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      });
    }
  }
});
