import { spawnSync } from "node:child_process";
import { cpSync, globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { clone, linkInstalled } from "./release/clone.ts";
import { commitAll, temporaryFolder } from "./release/repository.fixture.ts";
import { git } from "./release/repository.ts";
import { parseVersion, sharedVersion } from "./release/versions.ts";
import { main } from "./release.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

afterEach(() => vi.unstubAllEnvs());

/** Runs the command of some checkout. */
function release(root: string, ...args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/release.ts"), ...args], {
    env: { ...process.env, CI: "" },
    encoding: "utf8",
  });
  return { status, stderr };
}

/** A checkout of this project as it stands here, committed. */
function checkout(): string {
  const folder = join(temporaryFolder(), "checkout");
  clone(ROOT, "HEAD", folder);
  rmSync(join(folder, "scripts"), { recursive: true });
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  linkInstalled(ROOT, folder);
  for (const file of globSync(".changeset/[!R]*.md", { cwd: folder })) rmSync(join(folder, file));
  writeFileSync(join(folder, ".changeset/next.md"), '---\n"@forgehand/core": patch\n---\n\nSomething.\n');
  commitAll(folder, "as it stands");
  return folder;
}

test.each([
  [[], "Releases are made by CI alone. To see what would go out: npm run release -- --dry-run"],
  [["publish"], "Releases are made by CI alone. To see what would go out: npm run release -- --dry-run"],
  [["--dry-run", "publish"], "A dry run is of all steps: leave the step out."],
  [["everything"], "everything is no step. See --help."],
  [["--dryrun"], "Unknown option '--dryrun'. The flags are listed by --help."],
])("%j is refused in one line", (args, message) => {
  vi.stubEnv("CI", "");
  const refusal = expect.objectContaining({ name: "Refusal", message });
  expect(() => main(args)).toThrow(refusal);
});

test("a dry run refuses changes that are not committed, and a version that has its tag", () => {
  const folder = checkout();
  writeFileSync(join(folder, "stray.txt"), "");
  expect(release(folder, "--dry-run")).toEqual({
    status: 1,
    stderr: "release: The working tree has changes (?? stray.txt): commit them, or take them away.\n",
  });
  rmSync(join(folder, "stray.txt"));
  const [major, minor, patch = 0] = parseVersion(sharedVersion(folder)) ?? [];
  const tag = `v${major}.${minor}.${patch + 1}`;
  git(folder, "tag", tag);
  expect(release(folder, "--dry-run")).toEqual({
    status: 1,
    stderr: `release: ${tag} is there already: a version goes out once.\n`,
  });
});
