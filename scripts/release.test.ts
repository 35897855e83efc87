import { spawnSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { cloneRepository, linkInstalledPackages } from "./release/clone-repository.ts";
import { git } from "./release/git.ts";
import { commitAll, temporaryFolder } from "./release/release.fixture.ts";
import { parseVersion, sharedVersion } from "./release/versions.ts";
import { main } from "./release.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

afterEach(() => vi.unstubAllEnvs());

/** Runs the release command of a checkout. */
function runReleaseCommand(root: string, ...args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/release.ts"), ...args], {
    env: { ...process.env, CI: "" },
    encoding: "utf8",
  });
  return { status, stderr };
}

/** Clones this project with its current scripts, and commits them. */
function cloneProject(): string {
  const folder = join(temporaryFolder(), "checkout");
  cloneRepository(ROOT, "HEAD", folder);
  rmSync(join(folder, "scripts"), { recursive: true });
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  linkInstalledPackages(ROOT, folder);
  for (const file of globSync(".changeset/[!R]*.md", { cwd: folder })) rmSync(join(folder, file));
  writeFileSync(join(folder, ".changeset/next.md"), '---\n"@forgehand/core": patch\n---\n\nSomething.\n');
  commitAll(folder, "as it stands");
  return folder;
}

test.each([
  [[], "Releases must be made by CI. To preview one: npm run release -- --dry-run"],
  [["publish"], "Releases must be made by CI. To preview one: npm run release -- --dry-run"],
  [["--dry-run", "publish"], "--dry-run must not be combined with a step: it runs all of them."],
  [["everything"], "The step must be one of next, propose, make, publish, tag, got everything."],
  [["--dryrun"], "Unknown option '--dryrun'. See --help for the flags."],
  [["--dry-run", "--out", ""], "--out must be a folder, got an empty text."],
])("rejects %j in one line", async (args, message) => {
  vi.stubEnv("CI", "");
  const expectedError = expect.objectContaining({ name: "ReleaseError", message });
  await expect(main(args)).rejects.toThrow(expectedError);
});

test("a dry run rejects a folder with contents, and a file", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "notes.txt");
  writeFileSync(file, "mine");
  await expect(main(["--dry-run", "--out", folder])).rejects.toThrow(
    `--out must be a new or empty folder, got ${folder} with 1 entry. Remove it, or choose another.`,
  );
  await expect(main(["--dry-run", "--out", file])).rejects.toThrow(
    `--out must be a folder, got the file ${file}. Choose another name.`,
  );
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a step in CI requires a folder", async () => {
  vi.stubEnv("CI", "true");
  await expect(main(["publish"])).rejects.toThrow("--out is missing. For example: publish --out release");
});

test("a dry run warns of uncommitted changes, and rejects a version that is already tagged", () => {
  const folder = cloneProject();
  const [major, minor, patch = 0] = parseVersion(sharedVersion(folder)) ?? [];
  const tag = `v${major}.${minor}.${patch + 1}`;
  git(folder, "tag", tag);
  writeFileSync(join(folder, "stray.txt"), "");
  expect(runReleaseCommand(folder, "--dry-run")).toEqual({
    status: 1,
    stderr: [
      "release: warning: the last commit is built, without the changes in the working tree: ?? stray.txt",
      `release: The tag ${tag} already exists: a version can only be released once.`,
      "",
    ].join("\n"),
  });
});

test.each(["propose", "publish", "tag"])("the step %s, which runs with write access, needs no packages", (step) => {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "scripts/release.ts"), step, "--out", out], {
    env: { ...process.env, CI: "true" },
    encoding: "utf8",
  });
  // It gets as far as reading what an earlier job built.
  const [writer, file] = step === "propose" ? ["next", "proposal.json"] : ["make", "release.json"];
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `release: --out must be a folder that the step ${writer} has written, got ${out} without ${file}. Run ${writer} first.\n`,
  });
});
