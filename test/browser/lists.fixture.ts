import { mkdirSync } from "node:fs";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { addAccount } from "./add-account.ts";
import type { ChromiumWithExtension } from "./chromium.ts";
import { holdResponses } from "./hold-responses.ts";
import { listsAddress } from "./lists-data.ts";
import { test as base } from "./session.ts";

const SCREENSHOT_FOLDER = process.env["FORGEHAND_SHOTS"];

/** Takes screenshots of the page in light and dark mode, if FORGEHAND_SHOTS names a folder. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SCREENSHOT_FOLDER}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Seed with 24 repositories of `parts`, in addition to the demo seed. Alice stars and watches most of them.
 */
export const PARTS = {
  users: { parts: {} },
  repositories: Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => {
      const number = index + 1;
      return [
        `parts/part-${number}`,
        {
          description: number % 2 === 0 ? `The part number ${number}` : `Nut and bolt ${number}`,
          language: number % 3 === 0 ? "Rust" : "Go",
          archived: number % 4 === 0,
          pushed: number % 6 === 0 ? "-1000d" : "-10d",
          // Most watched repositories are also starred.
          stars: number % 8 === 1 ? {} : { alice: `-${number}d` },
          watchers: number <= 18 ? { alice: number % 9 === 0 ? "ignoring" : "watching" } : {},
        },
      ] as const;
    }),
  ),
};

/** Vitest's `test` with alice's lists page. */
export const test = base.extend<{
  lists: Page;
  openLists: (query?: string, login?: string) => Promise<void>;
  /**
   * Adds alice's account, and loads her lists with all of `PARTS`.
   * @param query filters of the lists page to open afterwards
   */
  gather: (query?: string) => Promise<void>;
}>({
  lists: async ({ tab }, use) => {
    await use(tab.page);
  },
  openLists: async ({ browser, emulator, lists }, use) => {
    await use(async (query = "", login = "alice") => {
      await lists.goto(listsAddress(browser.optionsUrl, emulator.webUrl, query, login));
    });
  },
  gather: async ({ browser, emulator, lists, openLists }, use) => {
    await use(async (query) => {
      await emulator.control.seed(PARTS);
      await addAccount(await browser.extensionPage(), emulator, "alice");
      await openLists();
      await lists.getByRole("button", { name: "Load my repositories" }).click();
      await lists.getByText(/^Refreshed/).waitFor();
      if (query !== undefined) await openLists(query);
    });
  },
});

/** The row of a repository. */
export const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) });

/** Names of all rendered repositories, from top to bottom. */
export function names(page: Page): Promise<string[]> {
  return page
    .locator("tbody .row")
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")))
        .map((row) => row.querySelector("a")?.textContent ?? ""),
    );
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Selects all matching repositories, starts an action and confirms it. */
export async function applyToAll(page: Page, action: string, confirmLabel: string): Promise<void> {
  await page.getByRole("checkbox", { name: /^Select all/ }).click();
  await button(page, action).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("With GitHub's rate limits").waitFor();
  if (action === "Unstar") await dialog.getByText("The dates of the removed stars are lost.").waitFor();
  await dialog.getByRole("button", { name: confirmLabel, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/**
 * Unstars all 21 listed repositories, and pauses that job while its first responses are pending. Returns the job's
 * element.
 */
export async function pauseUnstarJob({ context }: ChromiumWithExtension, page: Page) {
  const heldResponses = await holdResponses(context, /\/user\/starred\//, { method: "DELETE" });
  await applyToAll(page, "Unstar", "Unstar 21 repositories");
  const job = page.getByRole("article", { name: "Unstar 21 repositories" });
  await expect.poll(heldResponses.count).toBeGreaterThan(0);
  await button(page, "Pause: Unstar 21 repositories").click();
  await job.getByText("Pausing…", { exact: true }).waitFor();
  await heldResponses.release();
  return job;
}

/** Returns the violations that axe finds on the page. @param runOnly rules to check; default all */
export async function axeViolations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const script = `axe.run(${JSON.stringify({ runOnly })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`;
  return page.evaluate<string[]>(script);
}
