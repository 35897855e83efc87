import { test as base } from "@forgehand/emulator/vitest";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { isFullRun } from "../test-size.ts";
import { newContext } from "./session.ts";

/** A tab of a context without the extension. */
const test = base.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
  page: async ({}, use) => {
    const context = await newContext({ viewport: { width: 1200, height: 720 } });
    const page = await context.newPage();
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

  test("copies a token after soft navigation", async ({ page, emulator, expect }) => {
    const { webUrl, tokens } = emulator;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: webUrl });
    await page.goto(`${webUrl}/acme/widgets`);
    await page.getByRole("link", { name: "Forgehand emulator" }).click();
    await page.getByRole("button", { name: "Copy the token alice", exact: true }).click();
    await page.getByText("Copied the token alice").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tokens["alice"]);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1200, 400]) {
      // Colors don't depend on the width.
      if (!isFullRun && colorScheme === "dark" && width === 1200) continue;
      test(`is accessible and fits the window in ${colorScheme} mode, ${width} pixels wide`, async ({
        page,
        emulator,
        expect,
      }) => {
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
