import type { Page } from "playwright-core";

/** What a scene is played on. */
export interface Stage {
  readonly page: Page;
  readonly webUrl: string;
  /** The address of one of the extension's own pages, for the account that acts. */
  ownUrl(file: string): string;
}

/** A picture of a listing. By no word, as it is taken in every language. */
export interface Scene {
  readonly name: string;
  show(stage: Stage): Promise<void>;
}

/** The pictures, in the order in which stores show them; Chrome's shows five. */
export const SCENES: readonly Scene[] = [
  {
    name: "watch",
    async show({ page, webUrl }) {
      await page.goto(`${webUrl}/acme/widgets`);
      await page.locator("forgehand-overlay button[aria-pressed]").waitFor();
      await page.locator("forgehand-overlay button[aria-haspopup=menu][aria-disabled=false]").click();
      await page.getByRole("menuitemradio").first().waitFor();
    },
  },
  {
    name: "reviewers",
    async show({ page, webUrl }) {
      await page.goto(`${webUrl}/acme/widgets/pull/1`);
      await page.locator("forgehand-overlay").getByRole("combobox").click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "search",
    async show({ page, webUrl }) {
      await page.goto(`${webUrl}/search?q=t`);
      const rows = page.locator("forgehand-row");
      await rows.locator("button[aria-pressed=true]").first().waitFor();
      await rows.nth(3).locator("button[aria-haspopup=menu][aria-disabled=false]").click();
      await page.getByRole("menuitemradio").first().waitFor();
    },
  },
  {
    name: "lists",
    async show({ page, ownUrl }) {
      await page.goto(ownUrl("lists.html"));
      const boxes = page.getByRole("grid").getByRole("row").getByRole("checkbox");
      await boxes.nth(1).waitFor();
      for (const index of [2, 4, 5, 7]) await boxes.nth(index).check();
    },
  },
  {
    name: "options",
    async show({ page, ownUrl }) {
      await page.goto(ownUrl("options.html"));
      await page.locator(".account .buttons button").first().click();
      await page.locator(".account + *").waitFor();
      await page.mouse.move(0, 0);
    },
  },
];
