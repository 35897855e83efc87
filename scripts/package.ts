// Packs the built extension for the stores: `npm run package`. Builds are reproducible: the same sources give the same
// bytes, so that anyone can verify which sources a store's package was built from.
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { zip } from "../packages/emulator/src/archives/zip.ts";
import { packageContents } from "./package/package-contents.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = join(ROOT, "extension/dist");

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "extension/package.json"), "utf8")));

mkdirSync(PACKAGES, { recursive: true });
// Prevents an older version from being uploaded by mistake.
for (const old of globSync(join(PACKAGES, "*.zip"))) rmSync(old);
for (const [name, files] of Object.entries(packageContents(ROOT))) {
  const file = join(PACKAGES, `forgehand-${version}-${name}.zip`);
  const bytes = zip(files);
  writeFileSync(file, bytes);
  const kilobytes = (bytes.length / 1000).toFixed(0);
  const digest = createHash("sha256").update(bytes).digest("hex");
  process.stdout.write(`${relative(ROOT, file)}  ${kilobytes} kB  sha256 ${digest}\n`);
}
