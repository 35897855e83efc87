import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { browserTest } from "./session.ts";
import { signInOnSite } from "./site-session.ts";

/** Vitest's `test` with the full seed, whose pages have lists, and a tab with bob's account. */
export const test = browserTest({ seed: "full" }).extend<{ list: ListPage }>({
  list: async ({ emulator, tab }, use) => {
    await tab.signIn("bob");
    await use(createListPage(tab.page, emulator));
  },
});

/** Helpers for a tab that shows lists. */
export type ListPage = ReturnType<typeof createListPage>;

export function createListPage(page: Page, { webUrl }: Emulator) {
  return {
    page,
    /** All rows that have controls. */
    rows: page.locator("forgehand-row"),
    open: (path: string) => page.goto(webUrl + path),
    /** The controls of a row, by the name of its repository or pull request. */
    row: (name: string) => page.getByRole("group", { name: `Forgehand: ${name}`, exact: true }),
    toast: page.locator("forgehand-overlay .toast"),
    /** Signs in on the emulator's login page. */
    signIn: (login: string) => signInOnSite(page, webUrl, login),
  };
}

/** HTML of search results, one for each name, as the service renders them. */
export function renderSearchResults(names: readonly string[]): string {
  const row = (name: string) =>
    `<div class="search-result"><div class="row-main"><h3 class="row-title"><div class="search-title">
       <a href="/${name}">${name}</a></div></h3><p class="row-description">What ${name} is for</p></div></div>`;
  return `<div data-testid="results-list">${names.map(row).join("")}</div>`;
}

/**
 * Replaces the results of the search page.
 * @param wrap wraps the page's HTML
 */
export async function mockSearchResults(page: Page, html: string, wrap = (text: string) => text): Promise<void> {
  await page.route("**/search?q=*", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace(/<div class="blankslate">[\s\S]*?<\/div>/, () => html);
    await route.fulfill({ response, body: wrap(body) });
  });
}
