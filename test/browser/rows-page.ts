import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { browserTest } from "./session.ts";

/** Vitest's `test` with a service that has lists, and a tab that bob's account acts in. */
export const test = browserTest({ seed: "full" }).extend<{ list: ListTab }>({
  list: async ({ emulator, tab }, use) => {
    await tab.signIn("bob");
    await use(listTab(tab.page, emulator));
  },
});

/** A tab that shows lists. */
export type ListTab = ReturnType<typeof listTab>;

export function listTab(page: Page, { webUrl }: Emulator) {
  return {
    page,
    /** Every row that has controls. */
    rows: page.locator("forgehand-row"),
    open: (path: string) => page.goto(webUrl + path),
    /** The controls of the rows of a repository or a pull request. */
    row: (name: string) => page.getByRole("group", { name: `Forgehand: ${name}`, exact: true }),
    said: page.locator("forgehand-overlay .toast"),
    /** Signs in on the forge's own page. */
    async signIn(login: string) {
      await page.goto(`${webUrl}/login`);
      await page.getByRole("button", { name: new RegExp(`^${login}\\b`) }).click();
      await page.getByRole("button", { name: "Sign out" }).waitFor();
    },
  };
}

/** HTML of a search's results, one for each name, as a forge draws them. */
export function resultsOf(names: readonly string[]): string {
  const row = (name: string) =>
    `<div class="search-result"><div class="row-main"><h3 class="row-title"><div class="search-title">
       <a href="/${name}">${name}</a></div></h3><p class="row-description">What ${name} is for</p></div></div>`;
  return `<div data-testid="results-list">${names.map(row).join("")}</div>`;
}

/** Has the search's page show these results in place of its own. @param around what the results are put into */
export async function showResults(page: Page, html: string, around = (text: string) => text): Promise<void> {
  await page.route("**/search?q=*", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replace(/<div class="blankslate">[\s\S]*?<\/div>/, () => html);
    await route.fulfill({ response: answer, body: around(body) });
  });
}
