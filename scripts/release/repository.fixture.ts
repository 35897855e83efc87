import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { commitBundle } from "./action-tag.ts";
import { MADE, type Made, measure } from "./made.ts";
import { git } from "./repository.ts";
import { versionTag } from "./versions.ts";

// Every step is a program of its own.
vi.setConfig({ testTimeout: 60_000 });

/** A folder for one test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-release-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const SOURCES = {
  ".gitignore": "dist/\n",
  "action/action.yml": "runs:\n  using: node24\n  main: dist/main.js\n",
};

/** A repository with an action and a bare one that it came from. */
export interface Repositories {
  readonly root: string;
  readonly remote: string;
  readonly scratch: string;
}

/** Makes a repository with an action, as it is on the main branch, and its remote. */
export function repositories(files: Readonly<Record<string, string>> = {}): Repositories {
  const scratch = temporaryFolder();
  const remote = join(scratch, "remote.git");
  const root = join(scratch, "root");
  git(scratch, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  git(scratch, "clone", "--quiet", remote, root);
  write(root, { ...SOURCES, ...files });
  commitAll(root, "start");
  git(root, "push", "--quiet", "origin", "HEAD:main");
  return { root, remote, scratch };
}

/** Commits all that is there. */
export function commitAll(folder: string, message: string): string {
  git(folder, "add", "--all");
  git(folder, "-c", "user.name=Ann", "-c", "user.email=ann@acme.example", "commit", "--quiet", "--message", message);
  return git(folder, "rev-parse", "HEAD");
}

/** Makes what the tag is put on, out of a repository's head and a bundle. @returns it, in a folder of its own */
export function madeAction({ root, scratch }: Repositories, version: string, bundle: string) {
  const folder = mkdtempSync(join(scratch, "made-"));
  const clone = join(folder, "clone");
  const out = join(folder, "out");
  git(scratch, "clone", "--quiet", root, clone);
  const source = git(clone, "rev-parse", "HEAD");
  const file = "action/dist/main.js";
  write(clone, { [file]: bundle });
  const commit = commitBundle(clone, version);
  const tag = versionTag(version);
  git(clone, "tag", "--force", tag, commit);
  write(out, { "a.tgz": "package", "b.zip": "extension" });
  git(clone, "bundle", "create", "--quiet", join(out, "tag.bundle"), `refs/tags/${tag}`, `^${source}`);
  const of = (name: string, text: string) => measure(name, Buffer.from(text));
  const made: Made = {
    version,
    source,
    notes: "- It works.",
    packages: [{ name: "a", integrity: "", files: 1, ...of("a.tgz", "package") }],
    assets: [of("b.zip", "extension")],
    action: { commit, history: { file: "tag.bundle", size: 0, sha256: "" }, files: [of(file, bundle)] },
  };
  write(out, { [MADE]: JSON.stringify(made) });
  return { made, out, clone };
}
