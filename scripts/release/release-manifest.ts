import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readStepOutput } from "./out-folder.ts";
import { fieldsOf, type JsonFields } from "./read-json.ts";
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

/** Returns a file's name, size and digest. */
export function describeFile(file: string, content: Uint8Array): ReleaseFile {
  return { file, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/**
 * Reads the manifest of a built release and verifies its files.
 * @throws ReleaseError if a file has changed
 */
export function readReleaseManifest(folder: string): ReleaseManifest {
  const manifest = parseManifest(fieldsOf(JSON.parse(readStepOutput(folder, MANIFEST_FILE, "make"))));
  for (const { file, sha256 } of [...manifest.packages, ...manifest.assets, manifest.action.gitBundle]) {
    if (describeFile(file, readFileSync(join(folder, file))).sha256 === sha256) continue;
    throw new ReleaseError(`${file} must have the sha256 in ${MANIFEST_FILE}. Build the release again.`);
  }
  return manifest;
}

function parseManifest(fields: JsonFields): ReleaseManifest {
  const action = fields.object("action");
  return {
    version: fields.text("version"),
    source: fields.text("source"),
    notes: fields.text("notes"),
    packages: fields.objects("packages").map((item) => ({
      ...parseFile(item),
      name: item.text("name"),
      integrity: item.text("integrity"),
      files: item.integer("files"),
    })),
    assets: fields.objects("assets").map(parseFile),
    action: {
      commit: action.text("commit"),
      gitBundle: parseFile(action.object("gitBundle")),
      files: action.objects("files").map(parseFile),
    },
  };
}

function parseFile(fields: JsonFields): ReleaseFile {
  return { file: fields.text("file"), size: fields.integer("size"), sha256: fields.text("sha256") };
}
