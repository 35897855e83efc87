import type { Made, MadeFile } from "./made.ts";
import { movingTag, versionTag } from "./versions.ts";

/** All that would go out, for people to read. */
export function listing({ version, source, packages, assets, action, notes }: Made): string {
  const all = [...packages, ...assets, ...action.files];
  const width = Math.max(...all.map(({ file }) => file.length));
  const row = ({ file, size, sha256 }: MadeFile) =>
    `  ${file.padEnd(width)} ${(size / 1000).toFixed(1).padStart(8)} kB  sha256 ${sha256}`;
  const names = packages.map(({ name, files }) => `${name} (${files} files)`).join(", ");
  return [
    `Forgehand ${version}, made from ${source}`,
    "",
    `To the registry: ${names}`,
    ...packages.map(row),
    "",
    `To the release ${versionTag(version)}, beside those`,
    ...assets.map(row),
    "",
    `Tags ${versionTag(version)} and ${movingTag(version)}, on ${action.commit}: the sources, and the action's bundle`,
    ...action.files.map(row),
    "",
    "What the changelog says",
    ...notes.split("\n").map((line) => `  ${line}`.trimEnd()),
    "",
  ].join("\n");
}
