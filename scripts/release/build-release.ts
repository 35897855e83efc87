import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { PARTS, type Part } from "../parts.ts";
import { checkActionCommit, checkReproducible, commitBundle, readBundle } from "./action-commit.ts";
import { checkActionRuns, writeActionFolder } from "./action-folder.ts";
import { cloneRepository, linkInstalledPackages } from "./clone-repository.ts";
import { describeContents, formatSums, NOTES_FILE, README_FILE, SUMS_FILE } from "./describe-contents.ts";
import { git } from "./git.ts";
import { releaseNotes } from "./next-version.ts";
import { describeFile, MANIFEST_FILE, type ReleaseFile, type ReleaseManifest } from "./release-manifest.ts";
import { runPnpm } from "./run-pnpm.ts";
import { runProgram } from "./run-program.ts";
import { sharedVersion, versionTag } from "./versions.ts";

const PackOutput = z.object({
  filename: z.string(),
  integrity: z.string(),
  files: z.array(z.object({ path: z.string() })),
});

const PublishedManifest = z.object({
  description: z.string(),
  engines: z.object({ node: z.string() }),
  bin: z.optional(z.record(z.string(), z.string())),
});

/** Folders and log of a build. */
export interface BuildContext {
  /** The repository that runs this, with its installed packages. */
  readonly root: string;
  /** A clone of the released commit. */
  readonly clone: string;
  /** Temporary folder for additional clones. */
  readonly scratch: string;
  /** Output folder. */
  readonly out: string;
  readonly log: (line: string) => void;
}

/** Builds a release from the committed files of a clone. */
export function buildRelease({ root, clone, scratch, out, log }: BuildContext): ReleaseManifest {
  const version = sharedVersion(clone);
  const notes = releaseNotes(clone, version);
  const source = git(clone, "rev-parse", "HEAD");
  mkdirSync(out, { recursive: true });
  const describeOutput = (file: string): ReleaseFile => describeFile(file, readFileSync(join(out, file)));

  linkInstalledPackages(root, clone);
  log("building");
  runProgram({ folder: clone }, process.execPath, "scripts/build.mjs");
  log("packing the packages");
  const packages = PARTS.filter(({ published }) => published).map((part) => {
    const { file, ...packed } = pack(clone, part, out);
    runProgram(
      { folder: root },
      process.execPath,
      "node_modules/publint/src/cli.js",
      "run",
      join(out, file),
      "--strict",
    );
    return { ...describeOutput(file), ...packed };
  });
  log("packing the extension");
  runProgram({ folder: clone }, process.execPath, "scripts/package.ts");
  log("writing the bills of materials");
  runProgram({ folder: clone }, process.execPath, "scripts/sbom.ts");
  const assetNames = globSync(["extension/dist/*.zip", "dist/sbom/*.json"], { cwd: clone }).map((file) => {
    copyFileSync(join(clone, file), join(out, basename(file)));
    return basename(file);
  });
  log("building the action again to check that the build is reproducible");
  const action = makeActionCommit({ root, clone, scratch, out }, version, source);

  const actionFiles = writeActionFolder(clone, out);
  checkActionRuns(out);

  const assets = assetNames.toSorted().map(describeOutput);
  const gitBundle = describeOutput(action.gitBundle);
  writeFileSync(join(out, SUMS_FILE), formatSums([...packages, ...assets, gitBundle, ...actionFiles]));
  const manifest = {
    version,
    source,
    notes,
    packages,
    assets: [...assets, describeOutput(SUMS_FILE)],
    action: { ...action, gitBundle },
  };
  writeFileSync(join(out, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(out, NOTES_FILE), `${notes}\n`);
  const descriptions = packages.map(({ name, file }) => ({ name, file, ...describePackage(clone, name) }));
  writeFileSync(join(out, README_FILE), describeContents({ ...manifest, assets }, descriptions));
  return manifest;
}

function describePackage(clone: string, name: string) {
  const folder = PARTS.find((part) => part.name === name)?.folder ?? "";
  const {
    description,
    engines,
    bin = {},
  } = PublishedManifest.parse(JSON.parse(readFileSync(join(clone, folder, "package.json"), "utf8")));
  return { description, node: engines.node, commands: Object.keys(bin) };
}

/** Packs a package for npm. */
function pack(clone: string, { name, folder }: Part, out: string) {
  const packOutput = runPnpm(clone, "--filter", name, "pack", "--json", "--pack-destination", out);
  const { filename, integrity, files } = PackOutput.parse(JSON.parse(packOutput));
  if (filename === "") throw new Error(`${folder} could not be packed`);
  return { name, file: basename(filename), integrity, files: files.length };
}

/**
 * Builds the action's bundle again in another folder, and commits the first build on top of the sources if both are
 * identical.
 */
function makeActionCommit({ root, clone, scratch, out }: Omit<BuildContext, "log">, version: string, source: string) {
  const secondClone = join(scratch, "built again");
  cloneRepository(clone, source, secondClone);
  linkInstalledPackages(root, secondClone);
  runProgram({ folder: secondClone }, process.execPath, "scripts/build.mjs", "action");
  const bundle = readBundle(clone);
  checkReproducible(bundle, readBundle(secondClone));
  const commit = commitBundle(clone, version);
  const files = bundle.map(({ name, content }) => describeFile(name, content));
  checkActionCommit(clone, { source, commit, files });
  const tag = versionTag(version);
  git(clone, "tag", "--force", tag, commit);
  const gitBundle = `forgehand-action-${version}.bundle`;
  git(clone, "bundle", "create", "--quiet", join(out, gitBundle), `refs/tags/${tag}`, `^${source}`);
  return { commit, files, gitBundle };
}
