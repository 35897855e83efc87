import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkPackages } from "../link-packages.ts";
import { PARTS } from "../parts.ts";
import { git } from "./git.ts";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";

const LOCKFILE = "pnpm-lock.yaml";
const PNPM_STORE = "node_modules/.pnpm";

/** Clones a repository, with the given commit as its main branch. */
export function cloneRepository(repository: string, commit: string, folder: string): void {
  git(repository, "clone", "--quiet", "--no-checkout", repository, folder);
  git(folder, "checkout", "--quiet", "-B", "main", commit);
}

/** Links the packages installed in a repository into a clone. */
export function linkInstalledPackages(repository: string, folder: string): void {
  if (!readFileSync(join(folder, LOCKFILE)).equals(readFileSync(join(repository, LOCKFILE)))) {
    throw new ReleaseError(
      "The installed packages must match the released commit's lockfile. Check that commit out, and run this again.",
    );
  }
  for (const part of new Set([".", ...PARTS.map((each) => each.folder), ...importableFolders(folder)])) {
    const installed = join(repository, part, "node_modules");
    if (!existsSync(installed)) continue;
    const target = join(folder, part, "node_modules");
    linkPackages(installed, target);
    linkWorkspacePackages(folder, target);
  }
  // pnpm reads licenses from here.
  symlinkSync(join(repository, PNPM_STORE), join(folder, PNPM_STORE), "junction");
}

/** Returns the folders of the packages that others import. Not all of them are released: some are only bundled. */
function importableFolders(folder: string): readonly string[] {
  return globSync("packages/*/package.json", { cwd: folder }).map(dirname);
}

/** Links the workspace's own packages to the clone's sources. */
function linkWorkspacePackages(folder: string, installed: string): void {
  mkdirSync(join(installed, "@forgehand"), { recursive: true });
  for (const part of importableFolders(folder)) {
    const { name } = parseJson(readFileSync(join(folder, part, "package.json"), "utf8"), { name: "" });
    symlinkSync(join(folder, part), join(installed, name), "junction");
  }
}
