import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";
import { readFiles } from "./read-files.ts";
import { readSources } from "./read-sources.ts";

/**
 * Returns the files of the extension's packages, by the suffix of their names.
 * @param root the repository, with the built extension
 */
export function packageContents(root: string): Readonly<Record<string, readonly ArchivedFile[]>> {
  const license = { name: "LICENSE", content: readFileSync(join(root, "LICENSE")) };
  const built = (name: string) => [license, ...readFiles(join(root, "extension/.output", name))];
  return {
    // For the Chrome and Edge stores, and others that accept Chrome extensions.
    chrome: built("chrome-mv3"),
    firefox: built("firefox-mv3"),
    "firefox-sources": readSources(root),
  };
}
