import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod/mini";
import type { ArchivedFile } from "../../packages/emulator/src/archives/zip.ts";
import { filesIn, under } from "../package/files.ts";
import { type MadeFile, measure } from "./made.ts";
import { run } from "./program.ts";
import { Refusal } from "./refusal.ts";
import { commit, git, lines } from "./repository.ts";

/** Where the bundle lies, which no commit of the main branch has. */
const BUNDLE = "action/dist";

const Action = z.object({ runs: z.object({ main: z.string() }) });

/** The bundle as it was built in a folder. */
export function bundleIn(folder: string): readonly ArchivedFile[] {
  return under(BUNDLE, filesIn(join(folder, BUNDLE)));
}

/** @throws Refusal where the same sources made two bundles */
export function checkSame(one: readonly ArchivedFile[], other: readonly ArchivedFile[]): void {
  const others = new Map(other.map(({ name, content }) => [name, Buffer.from(content)]));
  for (const { name, content } of one) {
    if (!others.get(name)?.equals(content)) throw new Refusal(`${name} differs when it is built again.`);
    others.delete(name);
  }
  for (const name of others.keys()) throw new Refusal(`${name} is there only when it is built again.`);
}

/** Commits a clone's bundle on top of its sources. @returns the commit */
export function commitBundle(clone: string, version: string): string {
  git(clone, "add", "--force", BUNDLE);
  return commit(clone, `The action of Forgehand ${version}, with its bundle`);
}

/** The action's commit, and what it is to be. */
export interface ActionCommit {
  readonly commit: string;
  readonly source: string;
  readonly files: readonly MadeFile[];
}

/** @throws Refusal where a commit is not the sources with exactly that bundle, or is none that a runner can run */
export function checkActionCommit(folder: string, made: ActionCommit): void {
  const parents = git(folder, "show", "--no-patch", "--format=%P", made.commit);
  if (parents !== made.source) throw new Refusal(`The action's commit stands on ${parents}, not on ${made.source}.`);
  const added = lines(git(folder, "diff", "--name-status", "--no-renames", made.source, made.commit)).toSorted();
  const wanted = made.files.map(({ file }) => `A\t${file}`).toSorted();
  if (added.join("\n") !== wanted.join("\n")) {
    throw new Refusal("The action's commit changes more than its bundle, or less: make it again.");
  }
  for (const { file, sha256 } of made.files) {
    const content = Buffer.from(run({ folder }, "git", "cat-file", "blob", `${made.commit}:${file}`));
    if (measure(file, content).sha256 !== sha256)
      throw new Refusal(`${file} in the action's commit is not what was built.`);
  }
  const { main } = Action.parse(parse(git(folder, "show", `${made.commit}:action/action.yml`))).runs;
  if (!made.files.some(({ file }) => file === `action/${main}`)) {
    throw new Refusal(`action/action.yml runs ${main}, which the action's commit does not have.`);
  }
}
