import { join } from "node:path";
import { parseJson } from "./read-json.ts";
import type { ReleaseManifest } from "./release-manifest.ts";
import { runProgram, tryProgram } from "./run-program.ts";
import { versionTag } from "./versions.ts";

interface GithubRelease {
  readonly isDraft: boolean;
  /** Names of the attached files. */
  readonly assets: readonly string[];
}

/** Reads a release, including a draft. */
function readRelease(folder: string, tag: string): GithubRelease | undefined {
  const { status, output, errorOutput } = tryProgram(
    { folder },
    "gh",
    "release",
    "view",
    tag,
    "--json",
    "isDraft,assets",
  );
  if (status === 0) {
    const { isDraft, assets } = parseJson(output, { isDraft: false, assets: [{ name: "" }] });
    return { isDraft, assets: assets.map(({ name }) => name) };
  }
  if (errorOutput.includes("release not found")) return undefined;
  throw new Error(`gh release view ${tag} failed: ${errorOutput.trim()}`);
}

/** Returns whether a version's release is published. A draft can lack assets. */
export function isReleased(folder: string, version: string): boolean {
  return readRelease(folder, versionTag(version))?.isDraft === false;
}

/** Creates the GitHub release with its assets, or completes one that an interrupted run left. */
export function publishRelease(
  manifest: ReleaseManifest,
  folder: string,
  root: string,
  log: (line: string) => void,
): void {
  const tag = versionTag(manifest.version);
  const gh = (...args: readonly string[]) => runProgram({ folder: root }, "gh", "release", ...args);
  if (readRelease(root, tag) === undefined) {
    gh(
      "create",
      tag,
      "--verify-tag",
      "--draft",
      "--title",
      `Forgehand ${manifest.version}`,
      `--notes=${manifest.notes}`,
    );
  }
  const existing = readRelease(root, tag);
  const assets = new Set(existing?.assets);
  const missing = [...manifest.packages, ...manifest.assets].filter(({ file }) => !assets.has(file));
  if (missing.length > 0) gh("upload", tag, ...missing.map(({ file }) => join(folder, file)));
  for (const { file } of missing) log(`attached ${file}`);
  // Publishes last: a published release can be immutable.
  if (existing?.isDraft !== false) gh("edit", tag, "--draft=false");
  log(`the release ${tag} is published`);
}

/** Opens a pull request for a branch, or updates the text of the open one. */
export function openPullRequest(root: string, branch: string, title: string, body: string): void {
  const gh = (...args: readonly string[]) => runProgram({ folder: root }, "gh", "pr", ...args);
  const listed = gh("list", "--head", branch, "--base", "main", "--state", "open", "--json", "number");
  const [open] = parseJson(listed, [{ number: 0 }]);
  if (open === undefined) gh("create", "--head", branch, "--base", "main", "--title", title, `--body=${body}`);
  else gh("edit", String(open.number), "--title", title, `--body=${body}`);
}
