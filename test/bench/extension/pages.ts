import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";

/** As many as no person looks at. */
const MANY = 1000;

export const PLAIN = "/acme/widgets";
export const LINKS = "/acme/links";
export const ROWS = "/search?q=much";

const names = Array.from({ length: MANY }, (_, at) => `acme/r${at}`);

/** Plants a repository whose page links to a thousand others. */
export async function plantLinks({ control }: Emulator): Promise<void> {
  const readme = names.map((name) => `- [${name}](/${name}) is one of many`).join("\n");
  await control.seed({ repositories: { "acme/links": { files: { "README.md": `# Links\n\n${readme}\n` } } } });
}

/** Has the search's page show a thousand repositories in place of its own. */
export async function showRows(page: Page): Promise<void> {
  const row = (name: string) =>
    `<div class="search-result"><div class="row-main"><h3 class="row-title"><div class="search-title">
       <a href="/${name}">${name}</a></div></h3><p class="row-description">What ${name} is for</p></div></div>`;
  const list = `<div data-testid="results-list">${names.map(row).join("")}</div>`;
  await page.route(`**${ROWS}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<div class="blankslate">[\s\S]*?<\/div>/, () => list);
    await route.fulfill({ response: answer, body });
  });
}
