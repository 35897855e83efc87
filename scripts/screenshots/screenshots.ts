import type { Page } from "playwright-core";

/** Page and URLs of a screenshot. */
export interface ScreenshotContext {
  readonly page: Page;
  readonly webUrl: string;
  /** Returns the URL of one of the extension's pages, for the current account. */
  extensionUrl(file: string): string;
}

/** A screenshot for the store listings. `setUp` does not search for texts, because it runs in every language. */
export interface Screenshot {
  readonly name: string;
  setUp(context: ScreenshotContext): Promise<void>;
}

/** Screenshots in the order in which stores show them. Chrome's store shows five. */
export const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: "watch",
    async setUp({ page, webUrl }) {
      await page.goto(`${webUrl}/acme/widgets`);
      await page.locator("forgehand-overlay button[aria-pressed]").waitFor();
      await page.locator("forgehand-overlay button[aria-haspopup=menu][aria-disabled=false]").click();
      await page.getByRole("menuitemradio").first().waitFor();
    },
  },
  {
    name: "reviewers",
    async setUp({ page, webUrl }) {
      await page.goto(`${webUrl}/acme/widgets/pull/1`);
      await page.locator("forgehand-overlay").getByRole("combobox").click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "search",
    async setUp({ page, webUrl }) {
      await page.goto(`${webUrl}/search?q=t`);
      const rows = page.locator("forgehand-row");
      await rows.locator("button[aria-pressed=true]").first().waitFor();
      await rows.nth(3).locator("button[aria-haspopup=menu][aria-disabled=false]").click();
      await page.getByRole("menuitemradio").first().waitFor();
    },
  },
  {
    name: "lists",
    async setUp({ page, extensionUrl }) {
      await page.goto(extensionUrl("lists.html"));
      const boxes = page.getByRole("grid").getByRole("row").getByRole("checkbox");
      await boxes.nth(1).waitFor();
      for (const index of [2, 4, 5, 7]) await boxes.nth(index).check();
    },
  },
  {
    name: "options",
    async setUp({ page, extensionUrl }) {
      await page.goto(extensionUrl("options.html"));
      await page.locator(".account .buttons button").first().click();
      await page.locator(".account + *").waitFor();
      await page.mouse.move(0, 0);
    },
  },
];
