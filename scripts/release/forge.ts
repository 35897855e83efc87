import { join } from "node:path";
import * as z from "zod/mini";
import type { Made } from "./made.ts";
import { run, tryProgram } from "./program.ts";
import { versionTag } from "./versions.ts";

const Release = z.object({ isDraft: z.boolean(), assets: z.array(z.object({ name: z.string() })) });
const PullRequests = z.array(z.object({ number: z.int() }));

/** A release that is there, a draft too. */
function releaseOf(folder: string, tag: string): z.infer<typeof Release> | undefined {
  const { status, output, problem } = tryProgram({ folder }, "gh", "release", "view", tag, "--json", "isDraft,assets");
  if (status === 0) return Release.parse(JSON.parse(output));
  if (problem.includes("release not found")) return undefined;
  throw new Error(`gh release view ${tag} failed: ${problem.trim()}`);
}

/** Whether a version's release is there for everybody. What a draft has is not yet all. */
export function isReleased(folder: string, version: string): boolean {
  return releaseOf(folder, versionTag(version))?.isDraft === false;
}

/** Makes the forge's release with all that belongs to it, or finishes one that was left half-done. */
export function publishRelease(made: Made, folder: string, root: string, say: (line: string) => void): void {
  const tag = versionTag(made.version);
  const gh = (...args: readonly string[]) => run({ folder: root }, "gh", "release", ...args);
  if (releaseOf(root, tag) === undefined) {
    gh("create", tag, "--verify-tag", "--draft", "--title", `Forgehand ${made.version}`, `--notes=${made.notes}`);
  }
  const there = releaseOf(root, tag);
  const assets = new Set(there?.assets.map(({ name }) => name));
  const missing = [...made.packages, ...made.assets].filter(({ file }) => !assets.has(file));
  if (missing.length > 0) gh("upload", tag, ...missing.map(({ file }) => join(folder, file)));
  for (const { file } of missing) say(`attached ${file}`);
  // Only now: what is published may be closed to changes.
  if (there?.isDraft !== false) gh("edit", tag, "--draft=false");
  say(`the release ${tag} is there`);
}

/** Opens the pull request of a branch, or gives the one that is open a new text. */
export function propose(root: string, branch: string, title: string, body: string): void {
  const gh = (...args: readonly string[]) => run({ folder: root }, "gh", "pr", ...args);
  const listed = gh("list", "--head", branch, "--base", "main", "--state", "open", "--json", "number");
  const [open] = PullRequests.parse(JSON.parse(listed));
  if (open === undefined) gh("create", "--head", branch, "--base", "main", "--title", title, `--body=${body}`);
  else gh("edit", String(open.number), "--title", title, `--body=${body}`);
}
