import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";

/** Number of repositories on a page, far more than on real pages. */
const LINK_COUNT = 1000;

export const PLAIN = "/acme/widgets";
export const LINKS = "/acme/links";
export const ROWS = "/search?q=much";

const names = Array.from({ length: LINK_COUNT }, (_, index) => `acme/r${index}`);

/** Creates a repository whose README links to a thousand repositories. */
export async function seedLinksPage({ control }: Emulator): Promise<void> {
  const readme = names.map((name) => `- [${name}](/${name}) is one of many`).join("\n");
  await control.seed({ repositories: { "acme/links": { files: { "README.md": `# Links\n\n${readme}\n` } } } });
}

/** Replaces the results of the search page with a thousand repositories. */
export async function mockSearchResults(page: Page): Promise<void> {
  const row = (name: string) =>
    `<div class="search-result"><div class="row-main"><h3 class="row-title"><div class="search-title">
       <a href="/${name}">${name}</a></div></h3><p class="row-description">What ${name} is for</p></div></div>`;
  const list = `<div data-testid="results-list">${names.map(row).join("")}</div>`;
  await page.route(`**${ROWS}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<div class="blankslate">[\s\S]*?<\/div>/, () => list);
    await route.fulfill({ response, body });
  });
}
