import { join } from "node:path";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";
import { prefixFiles, readFiles } from "../package/read-files.ts";
import { commit, git, splitLines } from "./git.ts";
import { ReleaseError } from "./release-error.ts";
import { describeFile, type ReleaseFile } from "./release-manifest.ts";
import { runProgram } from "./run-program.ts";

/** Folder of the bundle, which is not committed on the main branch. */
const BUNDLE_FOLDER = "action/dist";

/** Reads the bundle built in a folder. */
export function readBundle(folder: string): readonly ArchivedFile[] {
  return prefixFiles(BUNDLE_FOLDER, readFiles(join(folder, BUNDLE_FOLDER)));
}

/** @throws ReleaseError if two builds of the same sources differ */
export function checkReproducible(first: readonly ArchivedFile[], second: readonly ArchivedFile[]): void {
  const secondBuild = new Map(second.map(({ name, content }) => [name, Buffer.from(content)]));
  for (const { name, content } of first) {
    if (!secondBuild.get(name)?.equals(content))
      throw new ReleaseError(`${name} must be identical in two builds, but differs.`);
    secondBuild.delete(name);
  }
  for (const name of secondBuild.keys())
    throw new ReleaseError(`${name} must be in both builds, but is only in the second.`);
}

/** Commits a clone's bundle on top of its sources. @returns the commit */
export function commitBundle(clone: string, version: string): string {
  git(clone, "add", "--force", BUNDLE_FOLDER);
  return commit(clone, `The action of Forgehand ${version}, with its bundle`);
}

/** The action's commit with its expected parent and files. */
export interface ActionCommit {
  readonly commit: string;
  readonly source: string;
  readonly files: readonly ReleaseFile[];
}

/** @throws ReleaseError if a commit does not add exactly that bundle to the sources, or a runner could not run it */
export function checkActionCommit(folder: string, expected: ActionCommit): void {
  const parents = git(folder, "show", "--no-patch", "--format=%P", expected.commit);
  if (parents !== expected.source)
    throw new ReleaseError(`The parent of the action's commit must be ${expected.source}, got ${parents}.`);
  const changedFiles = splitLines(
    git(folder, "diff", "--name-status", "--no-renames", expected.source, expected.commit),
  ).toSorted();
  const expectedFiles = expected.files.map(({ file }) => `A\t${file}`).toSorted();
  if (changedFiles.join("\n") !== expectedFiles.join("\n")) {
    throw new ReleaseError("The action's commit must add exactly the bundle's files. Build the release again.");
  }
  for (const { file, sha256 } of expected.files) {
    const content = Buffer.from(runProgram({ folder }, "git", "cat-file", "blob", `${expected.commit}:${file}`));
    if (describeFile(file, content).sha256 !== sha256)
      throw new ReleaseError(`${file} in the action's commit must be identical to the built file.`);
  }
  const [, main] =
    /^runs:[\s\S]*?\bmain: *([^\s,}]+)/m.exec(git(folder, "show", `${expected.commit}:action/action.yml`)) ?? [];
  if (!expected.files.some(({ file }) => file === `action/${main}`)) {
    throw new ReleaseError(`runs.main in action/action.yml must be a file of the action's commit, got ${main}.`);
  }
}
