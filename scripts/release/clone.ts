import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { linkPackages } from "../link-packages.ts";
import { PARTS } from "../parts.ts";
import { Refusal } from "./refusal.ts";
import { git } from "./repository.ts";

const LOCKFILE = "pnpm-lock.yaml";
const STORE = "node_modules/.pnpm";

/** Clones a repository into a folder of its own, with one of its commits as the main branch. */
export function clone(repository: string, commit: string, folder: string): void {
  git(repository, "clone", "--quiet", "--no-checkout", repository, folder);
  git(folder, "checkout", "--quiet", "-B", "main", commit);
}

/** Gives a clone the packages that are installed in a repository. */
export function linkInstalled(repository: string, folder: string): void {
  if (!readFileSync(join(folder, LOCKFILE)).equals(readFileSync(join(repository, LOCKFILE)))) {
    throw new Refusal(
      "What is released needs other packages than those installed here: check it out, and run this again.",
    );
  }
  for (const part of [".", ...PARTS.map((each) => each.folder)]) {
    const installed = join(repository, part, "node_modules");
    if (!existsSync(installed)) continue;
    const here = join(folder, part, "node_modules");
    linkPackages(installed, here);
    linkOwn(folder, here);
  }
  // What pnpm reads licences from.
  symlinkSync(join(repository, STORE), join(folder, STORE), "junction");
}

/** The workspace's own packages are the clone's. */
function linkOwn(folder: string, installed: string): void {
  mkdirSync(join(installed, "@forgehand"), { recursive: true });
  for (const { name, folder: part, published } of PARTS) {
    if (published) symlinkSync(join(folder, part), join(installed, name), "junction");
  }
}
