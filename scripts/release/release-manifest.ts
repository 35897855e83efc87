import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readStepOutput } from "./out-folder.ts";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";

/** Name of the manifest in the folder of a built release. */
export const MANIFEST_FILE = "release.json";

/** A built file. */
export interface ReleaseFile {
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

/** A tarball for npm. */
export interface ReleasePackage extends ReleaseFile {
  readonly name: string;
  readonly integrity: string;
  /** Number of files. */
  readonly files: number;
}

/** Contents of a built release. */
export interface ReleaseManifest {
  readonly version: string;
  /** Commit that everything was built from. */
  readonly source: string;
  /** Changelog section of the version. */
  readonly notes: string;
  /** In publishing order. */
  readonly packages: readonly ReleasePackage[];
  /** Additional files of the GitHub release. */
  readonly assets: readonly ReleaseFile[];
  readonly action: {
    /** Commit with the action's bundle, which the tags point to. */
    readonly commit: string;
    /** Git bundle that contains this commit. */
    readonly gitBundle: ReleaseFile;
    /** Files that the commit adds to the sources. */
    readonly files: readonly ReleaseFile[];
  };
}

const EXAMPLE_FILE: ReleaseFile = { file: "", size: 0, sha256: "" };

/** A manifest with the fields that are read, for their types. */
const EXAMPLE: ReleaseManifest = {
  version: "",
  source: "",
  notes: "",
  packages: [{ ...EXAMPLE_FILE, name: "", integrity: "", files: 0 }],
  assets: [EXAMPLE_FILE],
  action: { commit: "", gitBundle: EXAMPLE_FILE, files: [EXAMPLE_FILE] },
};

/** Returns a file's name, size and digest. */
export function describeFile(file: string, content: Uint8Array): ReleaseFile {
  return { file, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/**
 * Reads the manifest of a built release and verifies its files.
 * @throws ReleaseError if a file has changed
 */
export function readReleaseManifest(folder: string): ReleaseManifest {
  const manifest = parseJson(readStepOutput(folder, MANIFEST_FILE, "make"), EXAMPLE);
  for (const { file, sha256 } of [...manifest.packages, ...manifest.assets, manifest.action.gitBundle]) {
    if (describeFile(file, readFileSync(join(folder, file))).sha256 === sha256) continue;
    throw new ReleaseError(`${file} must have the sha256 in ${MANIFEST_FILE}. Build the release again.`);
  }
  return manifest;
}
