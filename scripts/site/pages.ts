import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { operationPages } from "./operations/operation-pages.ts";
import { DOCS, PAGES, ROOT } from "./places.ts";
import { recipesPage } from "./recipes-page.ts";
import { asPage, pageOf, ROOT_PAGES } from "./repository.ts";

/** Puts all pages together anew, but for the reference: the documents, and what is made from the contract. */
export function assemblePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  const ignored = (path: string) => /^(node_modules|\.site|\.vitepress)(\/|$)/.test(path);
  for (const path of globSync("**/*.{md,png,svg}", { cwd: DOCS, exclude: ignored })) {
    if (path.endsWith(".md")) copyDocument(`docs/${path}`);
    else cpSync(`${DOCS}${path}`, `${PAGES}${path}`, { recursive: true });
  }
  const atRoot = Object.keys(ROOT_PAGES).filter((file) => existsSync(`${ROOT}${file}`));
  atRoot.forEach(copyDocument);
  writePage("recipes.md", recipesPage());
  const operations = operationPages();
  for (const { path, text } of operations) writePage(path, text);
  writeList("operations", operations);
  const ofProject = [
    ...atRoot,
    ...["docs/benchmarks.md", "docs/releasing.md"].filter((file) => existsSync(`${ROOT}${file}`)),
  ];
  writeList(
    "project",
    ofProject.map((file) => ({ path: pageOf(file) ?? file, title: titleOf(`${ROOT}${file}`) })),
  );
  writeList("reference", []);
}

/** Tells the site's menus of the reference, where it was made. */
export function listReference(): void {
  const pages = globSync("**/*.md", { cwd: `${PAGES}reference` }).map((path) => {
    return { path: `reference/${path}`, title: titleOf(`${PAGES}reference/${path}`) };
  });
  // Their list comes first, and then each under its name.
  const key = ({ path, title }: (typeof pages)[number]) => (path === "reference/index.md" ? "" : title);
  writeList(
    "reference",
    pages.sort((a, b) => key(a).localeCompare(key(b), "en")),
  );
}

function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  return title;
}

/** What a menu shows of pages that are made. */
function writeList(name: string, pages: readonly { readonly path: string; readonly title: string }[]): void {
  const items = pages.map(({ path, title }) => ({ text: title, link: `/${path.replace(/(index)?\.md$/, "")}` }));
  writePage(`${name}.json`, JSON.stringify(items));
}

function copyDocument(file: string): void {
  writePage(pageOf(file) ?? file, asPage(file, readFileSync(`${ROOT}${file}`, "utf8")));
}

function writePage(page: string, text: string): void {
  mkdirSync(dirname(`${PAGES}${page}`), { recursive: true });
  writeFileSync(`${PAGES}${page}`, text);
}
