import { createServer } from "node:http";
import { test as base } from "@forgehand/emulator/vitest";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import * as z from "zod/mini";
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

describe("the emulator's start page", () => {
  test("copies a token", async ({ page, emulator, expect }) => {
    const { webUrl, tokens } = emulator;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: webUrl });
    await page.goto(emulator.startUrl);
    await page.getByRole("button", { name: "Copy the token bob", exact: true }).click();
    await page.getByText("Copied the token bob").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(tokens["bob"]);
  });

  test("copies the API's address after soft navigation", async ({ page, emulator, expect }) => {
    const { webUrl, apiUrl } = emulator;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: webUrl });
    await page.goto(emulator.startUrl);
    await page.goto(`${webUrl}/acme/widgets`);
    await page.getByRole("link", { name: "Forgehand emulator" }).click();
    await page.getByRole("button", { name: "Copy the API's address", exact: true }).click();
    await page.getByText("Copied the API's address").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(apiUrl);
  });

  test("gives other local servers no access to the tokens", async ({ page, emulator, expect }) => {
    const received: string[] = [];
    const server = createServer(({ headers }, response) => {
      received.push(JSON.stringify(headers));
      response.setHeader("content-type", "text/html").end("<title>Other</title>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const address = z.parse(z.object({ port: z.number() }), server.address());
      await page.goto(emulator.startUrl);
      await page.evaluate(`location.assign("http://127.0.0.1:${address.port}/")`);
      await page.waitForURL(`http://127.0.0.1:${address.port}/`);
      expect(received.length).toBeGreaterThan(0);
      const key = new URL(emulator.startUrl).pathname.split("/").at(-1) ?? "";
      for (const headers of received) {
        expect(headers).not.toContain(key);
        expect(headers).not.toMatch(/"cookie"|start/);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test("shows no tokens without the key, and is accessible", async ({ page, emulator, expect }) => {
    await page.goto(`${emulator.webUrl}/`);
    await page.getByText("Tokens, private repositories and webhooks are hidden.").waitFor();
    expect(await page.getByRole("button", { name: /^Copy the token/ }).count()).toBe(0);
    expect(await page.content()).not.toContain(emulator.tokens["alice"]);
    await page.evaluate(axe.source);
    expect(await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))")).toEqual([]);
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
        await page.goto(emulator.startUrl);
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
