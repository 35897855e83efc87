import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { ReleaseError } from "./release-error.ts";

/** Name of the manifest in the folder of a built release. */
export const MANIFEST_FILE = "release.json";

const ReleaseFile = z.object({
  file: z.string(),
  size: z.int(),
  sha256: z.string(),
});

const ReleaseManifest = z.object({
  version: z.string(),
  /** Commit that everything was built from. */
  source: z.string(),
  /** Changelog section of the version. */
  notes: z.string(),
  /** Tarballs for npm, in publishing order. */
  packages: z.array(z.extend(ReleaseFile, { name: z.string(), integrity: z.string(), files: z.int() })),
  /** Additional files of the GitHub release. */
  assets: z.array(ReleaseFile),
  action: z.object({
    /** Commit with the action's bundle, which the tags point to. */
    commit: z.string(),
    /** Git bundle that contains this commit. */
    gitBundle: ReleaseFile,
    /** Files that the commit adds to the sources. */
    files: z.array(ReleaseFile),
  }),
});

/** A built file. */
export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** Contents of a built release. */
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** Returns a file's name, size and digest. */
export function describeFile(file: string, content: Uint8Array): ReleaseFile {
  return { file, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/**
 * Reads the manifest of a built release and verifies its files.
 * @throws ReleaseError if a file has changed
 */
export function readReleaseManifest(folder: string): ReleaseManifest {
  const manifest = ReleaseManifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8")));
  for (const { file, sha256 } of [...manifest.packages, ...manifest.assets, manifest.action.gitBundle]) {
    if (describeFile(file, readFileSync(join(folder, file))).sha256 === sha256) continue;
    throw new ReleaseError(`${file} must have the sha256 in ${MANIFEST_FILE}. Build the release again.`);
  }
  return manifest;
}
