// Packs the built extension for the stores: `npm run package`. Builds are reproducible: the same sources give the same
// bytes, so that anyone can verify which sources a store's package was built from.
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { zip } from "../packages/emulator/src/archives/zip.ts";
import { readFiles } from "./package/read-files.ts";
import { readSources } from "./package/read-sources.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILT = join(ROOT, "extension/.output");
const PACKAGES = join(ROOT, "extension/dist");

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "extension/package.json"), "utf8")));

/** Files of each package, by the suffix of its name. */
const packageContents = {
  // For the Chrome and Edge stores, and others that accept Chrome extensions.
  chrome: readFiles(join(BUILT, "chrome-mv3")),
  firefox: readFiles(join(BUILT, "firefox-mv3")),
  "firefox-sources": readSources(ROOT),
};

mkdirSync(PACKAGES, { recursive: true });
// Prevents an older version from being uploaded by mistake.
for (const old of globSync(join(PACKAGES, "*.zip"))) rmSync(old);
for (const [name, files] of Object.entries(packageContents)) {
  const file = join(PACKAGES, `forgehand-${version}-${name}.zip`);
  const bytes = zip(files);
  writeFileSync(file, bytes);
  const kilobytes = (bytes.length / 1000).toFixed(0);
  const digest = createHash("sha256").update(bytes).digest("hex");
  process.stdout.write(`${relative(ROOT, file)}  ${kilobytes} kB  sha256 ${digest}\n`);
}
