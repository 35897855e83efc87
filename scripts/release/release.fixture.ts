import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import { commitBundle } from "./action-commit.ts";
import { git } from "./git.ts";
import { describeFile, MANIFEST_FILE, type ReleaseManifest } from "./release-manifest.ts";
import { versionTag } from "./versions.ts";

// Each step starts a program.
vi.setConfig({ testTimeout: 60_000 });

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-release-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Replaces the GitHub CLI in a test.
 * @returns the file with its state
 */
export function replaceGh(): string {
  const folder = temporaryFolder();
  const state = join(folder, "gh.json");
  writeFileSync(state, JSON.stringify({ releases: {}, pulls: [] }));
  symlinkSync(fileURLToPath(new URL("gh.fixture.mjs", import.meta.url)), join(folder, "gh"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  vi.stubEnv("GH_FIXTURE", state);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return state;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const SOURCES = {
  ".gitignore": "dist/\n",
  "action/action.yml": "runs:\n  using: node24\n  main: dist/main.js\n",
};

/** A repository with an action, and its bare remote. */
export interface Repositories {
  readonly root: string;
  readonly remote: string;
  readonly scratch: string;
}

/** Creates a repository with an action on its main branch, and its remote. */
export function createRepositories(files: Readonly<Record<string, string>> = {}): Repositories {
  const scratch = temporaryFolder();
  const remote = join(scratch, "remote.git");
  const root = join(scratch, "root");
  git(scratch, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  git(scratch, "clone", "--quiet", remote, root);
  writeFiles(root, { ...SOURCES, ...files });
  commitAll(root, "start");
  git(root, "push", "--quiet", "origin", "HEAD:main");
  return { root, remote, scratch };
}

/** Commits all changes. */
export function commitAll(folder: string, message: string): string {
  git(folder, "add", "--all");
  git(folder, "-c", "user.name=Ann", "-c", "user.email=ann@acme.example", "commit", "--quiet", "--message", message);
  return git(folder, "rev-parse", "HEAD");
}

/** Builds a release of a repository's head with the given bundle, in its own folder. */
export function buildActionRelease({ root, scratch }: Repositories, version: string, bundle: string) {
  const folder = mkdtempSync(join(scratch, "release-"));
  const clone = join(folder, "clone");
  const out = join(folder, "out");
  git(scratch, "clone", "--quiet", root, clone);
  const source = git(clone, "rev-parse", "HEAD");
  const file = "action/dist/main.js";
  writeFiles(clone, { [file]: bundle });
  const commit = commitBundle(clone, version);
  const tag = versionTag(version);
  git(clone, "tag", "--force", tag, commit);
  writeFiles(out, { "a.tgz": "package", "b.zip": "extension" });
  git(clone, "bundle", "create", "--quiet", join(out, "tag.bundle"), `refs/tags/${tag}`, `^${source}`);
  const fileOf = (name: string, text: string) => describeFile(name, Buffer.from(text));
  const manifest: ReleaseManifest = {
    version,
    source,
    notes: "- It works.",
    packages: [{ name: "a", integrity: "", files: 1, ...fileOf("a.tgz", "package") }],
    assets: [fileOf("b.zip", "extension")],
    action: { commit, gitBundle: { file: "tag.bundle", size: 0, sha256: "" }, files: [fileOf(file, bundle)] },
  };
  writeFiles(out, { [MANIFEST_FILE]: JSON.stringify(manifest) });
  return { manifest, out, clone };
}
