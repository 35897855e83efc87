import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { promisify } from "node:util";
import * as operations from "@forgehand/core/operations";
import { beforeAll, expect, test } from "vitest";
import { assemblePages } from "../../scripts/site/pages.ts";
import { BUILT, DOCS } from "../../scripts/site/paths.ts";

const run = promisify(execFile);

/** The API reference has a separate build step, run by `npm run site`. */
const NOT_BUILT = /^\/reference\//;

beforeAll(async () => {
  assemblePages();
  // The build fails if a link leads to a missing page.
  const env = { ...process.env, NODE_ENV: "production", FORGEHAND_PLAIN_CODE: "1" };
  await run(`${DOCS}node_modules/.bin/vitepress`, ["build"], { cwd: DOCS, env });
}, 240_000);

const pages = () => globSync("**/*.html", { cwd: BUILT }).filter((path) => path !== "404.html");
const read = (page: string) => readFileSync(`${BUILT}${page}`, "utf8");
const anchorsOf = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => decode(id)));
const decode = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'");

test("every operation has a section, which the list of all operations links to", () => {
  const index = read("operations/index.html");
  const linked = new Map(
    Array.from(index.matchAll(/<a href="\.\/([\w-]+)#([\w-]+)"[^>]*>(\w+)<\/a>/g), ([, area, anchor, name]) => [
      name,
      { area, anchor },
    ]),
  );
  expect([...linked.keys()].sort()).toEqual(Object.keys(operations).sort());
  for (const { area, anchor = "" } of linked.values())
    expect(anchorsOf(read(`operations/${area}.html`))).toContain(anchor);
});

test("every link within the site has an existing target", () => {
  const brokenLinks = pages().flatMap((page) =>
    Array.from(read(page).matchAll(/<a [^>]*?href="([^"]+)"/g), ([, href = ""]) => decode(href))
      .filter((href) => !/^[a-z]+:/.test(href) && !NOT_BUILT.test(href))
      .filter((href) => !targetExists(page, href))
      .map((href) => `${page}: ${href}`),
  );
  expect([...new Set(brokenLinks)]).toEqual([]);
});

function targetExists(page: string, href: string): boolean {
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? page : fileOf(posix.resolve("/", posix.dirname(page), path), path.endsWith("/"));
  if (!existsSync(`${BUILT}${target}`)) return false;
  return anchor === undefined || anchorsOf(read(target)).has(decodeURIComponent(anchor));
}

function fileOf(path: string, isFolder: boolean): string {
  const name = path.slice(1);
  if (isFolder || name === "") return posix.join(name, "index.html");
  return posix.extname(name) === "" ? `${name}.html` : name;
}

test("no page loads resources from other origins", () => {
  const externalResources = pages().flatMap((page) =>
    Array.from(
      read(page).matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(https?:)?\/\/[^"]*"/g),
      ([tag]) => tag,
    ),
  );
  expect(externalResources).toEqual([]);
});
