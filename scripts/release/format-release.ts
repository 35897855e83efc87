import type { ReleaseFile, ReleaseManifest } from "./release-manifest.ts";
import { majorTag, versionTag } from "./versions.ts";

/** Formats everything that a release would publish. */
export function formatRelease({ version, source, packages, assets, action, notes }: ReleaseManifest): string {
  const all = [...packages, ...assets, ...action.files];
  const width = Math.max(...all.map(({ file }) => file.length));
  const row = ({ file, size, sha256 }: ReleaseFile) =>
    `  ${file.padEnd(width)} ${(size / 1000).toFixed(1).padStart(8)} kB  sha256 ${sha256}`;
  const names = packages.map(({ name, files }) => `${name} (${files} files)`).join(", ");
  return [
    `Forgehand ${version}, built from ${source}`,
    "",
    `npm packages: ${names}`,
    ...packages.map(row),
    "",
    `Other assets of the release ${versionTag(version)}`,
    ...assets.map(row),
    "",
    `Tags ${versionTag(version)} and ${majorTag(version)}, on ${action.commit}, which adds the action's bundle to the sources`,
    ...action.files.map(row),
    "",
    "Release notes",
    ...notes.split("\n").map((line) => `  ${line}`.trimEnd()),
    "",
  ].join("\n");
}
