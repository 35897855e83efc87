import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getPullRequest } from "@forgehand/core/operations";
import { Octokit } from "octokit";
import { describe, expect } from "vitest";
import { GIT_MISSING } from "../../git/store.fixture.ts";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { fetchPath, SEED, SITE } from "./contents.fixture.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");

/** Files of the base branch, and of the pull request. */
const BEFORE = { "a.txt": lines(20), "old name.txt": lines(30), "gone.txt": "1\n", "image.bin": "\0\x01\x02" };
const AFTER = { "a.txt": `${lines(10)}ten\n`, "new/näme.txt": `${lines(30)}more\n`, "fresh.txt": "no line end" };
const IMAGE = Buffer.from([0, 1, 3, 255]);

const seed = {
  ...SEED,
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      files: { ...BEFORE, "image.bin": { base64: Buffer.from(BEFORE["image.bin"]).toString("base64") } },
      commits: [
        { branch: "topic", from: "main", message: "Change\n\nIn two steps.", files: { ...AFTER, "gone.txt": null } },
        {
          branch: "topic",
          message: "Grüße",
          files: { "old name.txt": null, "image.bin": { base64: IMAGE.toString("base64") } },
        },
        { branch: "text", from: "main", message: "Only text", files: { "a.txt": AFTER["a.txt"] } },
        { branch: "large", from: "main", message: "Large", files: { "large.txt": lines(20_001) } },
      ],
      pulls: [
        { number: 1, title: "Change", author: "bob", head: "topic" },
        { number: 2, title: "Text", author: "bob", head: "text" },
        { number: 3, title: "Large", author: "bob", head: "large" },
        { number: 4, title: "Nothing yet", author: "bob", head: "without-commits" },
      ],
    },
    "acme/vault": {
      private: true,
      collaborators: { bob: "push" },
      files: { "plan.txt": "1\n" },
      commits: [{ branch: "topic", from: "main", message: "Change", files: { "plan.txt": "2\n" } }],
      pulls: [{ number: 1, title: "Change", author: "bob", head: "topic" }],
    },
  },
};

const test = emulatorTest({ seed });
const PULL = { ...SITE, pull_number: 1 };

/** A working tree with the files of the base branch. */
function createWorkingTree() {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-apply-"));
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LANG: "C.UTF-8" };
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const git = (args: readonly string[], input: string | Uint8Array = "") =>
    execFileSync("git", [...identity, ...args], { cwd: folder, env, input, encoding: "utf8", stdio: "pipe" });
  git(["init", "--quiet"]);
  for (const [path, content] of Object.entries(BEFORE)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(["add", "."]);
  git(["commit", "--quiet", "-m", "Start"]);
  const read = (path: string) => readFileSync(join(folder, path));
  return { git, read, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

describe("a pull request as text", () => {
  test.skipIf(GIT_MISSING)("is a patch for each commit, which git applies", async ({ emulator }) => {
    using tree = createWorkingTree();
    const { call } = clientFor(emulator);
    tree.git(["am", "--quiet"], await call(getPullRequest, PULL, { mediaType: "patch" }));
    expect(tree.git(["log", "--format=%an: %B", "--reverse", "HEAD~2.."])).toMatch(
      /^.+: Change\n\nIn two steps.\n\n.+: Grüße/,
    );
    for (const [path, content] of Object.entries(AFTER)) expect(tree.read(path).toString()).toBe(content);
    expect(tree.read("image.bin")).toEqual(IMAGE);
    expect(() => tree.read("gone.txt")).toThrow("ENOENT");
    expect(tree.git(["status", "--porcelain"])).toBe("");
  });

  test.skipIf(GIT_MISSING)("is a difference, which git applies and reverts", async ({ emulator }) => {
    using tree = createWorkingTree();
    const diff = await clientFor(emulator).call(getPullRequest, { ...SITE, pull_number: 2 }, { mediaType: "diff" });
    tree.git(["apply", "--index"], diff);
    expect(tree.read("a.txt").toString()).toBe(AFTER["a.txt"]);
    tree.git(["apply", "--index", "--reverse"], diff);
    expect(tree.git(["status", "--porcelain"])).toBe("");
  });

  test("has the same media types for Octokit", async ({ emulator }) => {
    const { rest } = new Octokit({ baseUrl: emulator.apiUrl });
    const { data, headers } = await rest.pulls.get({ ...PULL, mediaType: { format: "diff" } });
    expect(String(data)).toMatch(
      /^diff --git a\/a\.txt b\/a\.txt\nindex [0-9a-f]{7}\.\.[0-9a-f]{7} 100644\n--- a\/a\.txt\n/,
    );
    expect(String(data)).toContain("Binary files a/image.bin and b/image.bin differ\n");
    expect(headers["content-type"]).toMatch(/^application\/vnd\.github(\.v3)?\.diff; charset=utf-8$/);
  });

  test("is at the links of the pull request", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const pull = await call(getPullRequest, PULL);
    for (const format of ["diff", "patch"] as const) {
      const response = await fetch(pull[`${format}_url`]);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain|^application\/octet-stream/);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(bytes).toEqual(await call(getPullRequest, PULL, { mediaType: format }));
    }
    expect((await fetch(`${emulator.webUrl}/acme/site/pull/9.diff`)).status).toBe(404);
    expect((await fetch(`${emulator.webUrl}/acme/vault/pull/1.diff`)).status).toBe(404);
  });

  test("is empty without commits", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    expect(await call(getPullRequest, { ...SITE, pull_number: 4 }, { mediaType: "diff" })).toHaveLength(0);
  });

  test("is refused above 20,000 lines", async ({ emulator }) => {
    const response = await fetchPath(emulator, "site/pulls/3", { accept: "application/vnd.github.diff" });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      message: "Sorry, the diff exceeded the maximum number of lines (20000)",
      errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }],
    });
  });
});
