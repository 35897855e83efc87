import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { operationPages } from "./operations/operation-pages.ts";
import { DOCS, PAGES, ROOT } from "./paths.ts";
import { recipesPage } from "./recipes-page.ts";
import { ROOT_PAGES, sitePathOf, toSitePage } from "./site-page.ts";

/** Writes all pages except the API reference: the documents, and the pages generated from the contract. */
export function assemblePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  const ignored = (path: string) => /^(node_modules|\.site|\.vitepress)(\/|$)/.test(path);
  for (const path of globSync("**/*.{md,png,svg}", { cwd: DOCS, exclude: ignored })) {
    if (path.endsWith(".md")) copyDocument(`docs/${path}`);
    else cpSync(`${DOCS}${path}`, `${PAGES}${path}`, { recursive: true });
  }
  const rootFiles = Object.keys(ROOT_PAGES).filter((file) => existsSync(`${ROOT}${file}`));
  rootFiles.forEach(copyDocument);
  writePage("recipes.md", recipesPage());
  const operations = operationPages();
  for (const { path, text } of operations) writePage(path, text);
  writeMenu("operations", operations);
  const projectFiles = [
    ...rootFiles,
    ...["docs/benchmarks.md", "docs/releasing.md"].filter((file) => existsSync(`${ROOT}${file}`)),
  ];
  writeMenu(
    "project",
    projectFiles.map((file) => ({ path: sitePathOf(file) ?? file, title: titleOf(`${ROOT}${file}`) })),
  );
  writeMenu("reference", []);
}

/** Writes the menu of the API reference, after typedoc has generated it. */
export function writeReferenceMenu(): void {
  const pages = globSync("**/*.md", { cwd: `${PAGES}reference` }).map((path) => {
    return { path: `reference/${path}`, title: titleOf(`${PAGES}reference/${path}`) };
  });
  // The index comes first, then the modules by name.
  const sortKey = ({ path, title }: (typeof pages)[number]) => (path === "reference/index.md" ? "" : title);
  writeMenu(
    "reference",
    pages.sort((a, b) => sortKey(a).localeCompare(sortKey(b), "en")),
  );
}

function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  return title;
}

/** Writes the menu items of generated pages. */
function writeMenu(name: string, pages: readonly { readonly path: string; readonly title: string }[]): void {
  const items = pages.map(({ path, title }) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, "")}` }));
  writePage(`${name}.json`, JSON.stringify(items));
}

function copyDocument(file: string): void {
  writePage(sitePathOf(file) ?? file, toSitePage(file, readFileSync(`${ROOT}${file}`, "utf8")));
}

function writePage(page: string, text: string): void {
  mkdirSync(dirname(`${PAGES}${page}`), { recursive: true });
  writeFileSync(`${PAGES}${page}`, text);
}
