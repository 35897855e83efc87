import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { readFiles } from "../../scripts/package/read-files.ts";

/** The extension's build output. */
const OUTPUT_FOLDER =
  process.env["FORGEHAND_BUILT"] ?? fileURLToPath(new URL("../../extension/.output", import.meta.url));

export const BROWSERS = ["chrome", "firefox"] as const;
export type BrowserName = (typeof BROWSERS)[number];

const folderOf = (browser: BrowserName) => join(OUTPUT_FOLDER, `${browser}-mv3`);

/** Returns the paths of all files built for a browser. */
export function builtFiles(browser: BrowserName): string[] {
  return readFiles(folderOf(browser))
    .map(({ name }) => name)
    .sort();
}

export function builtText(browser: BrowserName, path: string): string {
  return readFileSync(join(folderOf(browser), path), "utf8");
}

/** Returns the size in kilobytes after gzip compression. */
export function gzippedSize(browser: BrowserName, path: string): number {
  return gzipSync(builtText(browser, path), { level: 9 }).length / 1000;
}
