// Packs the extension as the stores want it, from what set-up has built: `npm run package`. The same sources make the same
// bytes, so that everybody can tell what a store's package was made from.
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { zip } from "../packages/emulator/src/archives/zip.ts";
import { filesIn } from "./package/files.ts";
import { sourcesOf } from "./package/sources.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILT = join(ROOT, "extension/.output");
const PACKAGES = join(ROOT, "extension/dist");

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "extension/package.json"), "utf8")));

/** Each package's end of name, and what is in it. */
const contents = {
  // For the stores of Chrome and Edge, and for all that take Chrome's.
  chrome: filesIn(join(BUILT, "chrome-mv3")),
  firefox: filesIn(join(BUILT, "firefox-mv3")),
  "firefox-sources": sourcesOf(ROOT),
};

mkdirSync(PACKAGES, { recursive: true });
// Nobody is to upload an older one by mistake.
for (const old of globSync(join(PACKAGES, "*.zip"))) rmSync(old);
for (const [name, files] of Object.entries(contents)) {
  const file = join(PACKAGES, `forgehand-${version}-${name}.zip`);
  const bytes = zip(files);
  writeFileSync(file, bytes);
  const kilobytes = (bytes.length / 1000).toFixed(0);
  const sum = createHash("sha256").update(bytes).digest("hex");
  process.stdout.write(`${relative(ROOT, file)}  ${kilobytes} kB  sha256 ${sum}\n`);
}
