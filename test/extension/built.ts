import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { filesIn } from "../../scripts/package/files.ts";

/** What set-up has built. */
const BUILT = process.env["FORGEHAND_BUILT"] ?? fileURLToPath(new URL("../../extension/.output", import.meta.url));

export const BROWSERS = ["chrome", "firefox"] as const;
export type BrowserName = (typeof BROWSERS)[number];

const folderOf = (browser: BrowserName) => join(BUILT, `${browser}-mv3`);

/** The paths of all that is built for a browser. */
export function builtFiles(browser: BrowserName): string[] {
  return filesIn(folderOf(browser))
    .map(({ name }) => name)
    .sort();
}

export function builtText(browser: BrowserName, path: string): string {
  return readFileSync(join(folderOf(browser), path), "utf8");
}

/** In kilobytes, as it is sent. */
export function gzippedSize(browser: BrowserName, path: string): number {
  return gzipSync(builtText(browser, path), { level: 9 }).length / 1000;
}
