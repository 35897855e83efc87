// Writes a software bill of materials (CycloneDX) for each part into `dist/sbom/`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PARTS } from "./parts.ts";
import { sbomFor } from "./quality/sbom.ts";
import { readManifest } from "./quality/shipped-packages.ts";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
mkdirSync("dist/sbom", { recursive: true });
for (const { folder } of PARTS) {
  const { name, version } = readManifest(folder);
  const file = `dist/sbom/${name.slice(1).replace("/", "-")}-${version}.cdx.json`;
  writeFileSync(file, `${JSON.stringify(sbomFor(folder), null, 2)}\n`);
  process.stdout.write(`${file}\n`);
}
