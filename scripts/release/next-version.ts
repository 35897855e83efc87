import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { addVersion, type Change, findSection } from "./changelog.ts";
import { commit, git } from "./git.ts";
import { ReleaseError } from "./release-error.ts";
import { tryProgram } from "./run-program.ts";
import { sharedVersion } from "./versions.ts";

const ChangesetPlan = z.object({
  changesets: z.array(
    z.object({
      id: z.string(),
      summary: z.string(),
      releases: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
});

/** Returns whether there are changesets that are not part of a version yet. */
export function hasPendingChangesets(folder: string): boolean {
  return globSync(".changeset/*.md", { cwd: folder }).some((file) => !file.endsWith("README.md"));
}

/**
 * Reads the pending changesets.
 * @throws ReleaseError if one is incomplete
 */
function readPendingChanges(folder: string): readonly Change[] {
  const file = join(tmpdir(), `forgehand-plan-${process.pid}.json`);
  try {
    runChangeset(folder, "status", "--output", file);
    const { changesets } = ChangesetPlan.parse(JSON.parse(readFileSync(file, "utf8")));
    for (const { id, summary, releases } of changesets) {
      if (summary.trim() === "")
        throw new ReleaseError(`.changeset/${id}.md must have a summary: describe what changes for users.`);
      if (releases.length === 0) throw new ReleaseError(`.changeset/${id}.md must name at least one package.`);
    }
    return changesets;
  } finally {
    rmSync(file, { force: true });
  }
}

function runChangeset(folder: string, ...args: readonly string[]): void {
  const program = fileURLToPath(import.meta.resolve("@changesets/cli/bin.js"));
  const { status, output, errorOutput } = tryProgram({ folder }, process.execPath, program, ...args);
  if (status === 0) return;
  const outputLines = `${output}${errorOutput}`
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("🦋"));
  throw new ReleaseError(`The changesets can't be read: ${outputLines[0]?.trim() ?? `changeset ${args[0]} failed`}`);
}

/**
 * Commits the next version in a clone: the version that the pending changesets require, and its changelog section.
 * @returns the version
 */
export function commitNextVersion(folder: string): string {
  const changes = readPendingChanges(folder);
  runChangeset(folder, "version");
  const version = sharedVersion(folder);
  const file = join(folder, "CHANGELOG.md");
  writeFileSync(file, addVersion(readFileSync(file, "utf8"), version, changes));
  git(folder, "add", "--all");
  commit(folder, `Forgehand ${version}`);
  return version;
}

/**
 * Returns the changelog section of a version.
 * @throws ReleaseError if there is none
 */
export function releaseNotes(folder: string, version: string): string {
  const notes = findSection(readFileSync(join(folder, "CHANGELOG.md"), "utf8"), version);
  if (notes) return notes;
  throw new ReleaseError(
    `Nothing to release: CHANGELOG.md has no section for ${version}, and there is no changeset. Add one with npx changeset.`,
  );
}
