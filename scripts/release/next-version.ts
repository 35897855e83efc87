import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type Change, sectionOf, withVersion } from "./changelog.ts";
import { tryProgram } from "./program.ts";
import { Refusal } from "./refusal.ts";
import { commit, git } from "./repository.ts";
import { sharedVersion } from "./versions.ts";

const CHANGESET = fileURLToPath(import.meta.resolve("@changesets/cli/bin.js"));

const Plan = z.object({
  changesets: z.array(
    z.object({
      id: z.string(),
      summary: z.string(),
      releases: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
});

/** Whether there are changes that no version has yet. */
export function hasWaitingChanges(folder: string): boolean {
  return globSync(".changeset/*.md", { cwd: folder }).some((file) => !file.endsWith("README.md"));
}

/** The changes that no version has yet. @throws Refusal where one says too little */
function waitingChanges(folder: string): readonly Change[] {
  const file = join(tmpdir(), `forgehand-plan-${process.pid}.json`);
  try {
    changeset(folder, "status", "--output", file);
    const { changesets } = Plan.parse(JSON.parse(readFileSync(file, "utf8")));
    for (const { id, summary, releases } of changesets) {
      if (summary.trim() === "") throw new Refusal(`.changeset/${id}.md has no summary: say what changes for users.`);
      if (releases.length === 0) throw new Refusal(`.changeset/${id}.md names no package: name those it is about.`);
    }
    return changesets;
  } finally {
    rmSync(file, { force: true });
  }
}

function changeset(folder: string, ...args: readonly string[]): void {
  const { status, output, problem } = tryProgram({ folder }, process.execPath, CHANGESET, ...args);
  if (status === 0) return;
  const said = `${output}${problem}`.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("🦋"));
  throw new Refusal(`The changesets can't be read: ${said[0]?.trim() ?? `changeset ${args[0]} failed`}`);
}

/**
 * Gives a clone the version that its waiting changes ask for, with a changelog that tells of them, in a commit.
 * @returns the version
 */
export function commitNextVersion(folder: string): string {
  const changes = waitingChanges(folder);
  changeset(folder, "version");
  const version = sharedVersion(folder);
  const file = join(folder, "CHANGELOG.md");
  writeFileSync(file, withVersion(readFileSync(file, "utf8"), version, changes));
  git(folder, "add", "--all");
  commit(folder, `Forgehand ${version}`);
  return version;
}

/** What the changelog says of a version. @throws Refusal where it says nothing */
export function notesOf(folder: string, version: string): string {
  const notes = sectionOf(readFileSync(join(folder, "CHANGELOG.md"), "utf8"), version);
  if (notes) return notes;
  throw new Refusal(
    `Nothing to release: CHANGELOG.md says nothing of ${version}, and no changeset says what comes next. Add one with npx changeset.`,
  );
}
