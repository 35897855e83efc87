import { getContents, getPullRequest, listPullRequestFiles, putContents } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { base64, decodeContent, fetchPath, SEED, SITE } from "./contents.fixture.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

const seed = {
  ...SEED,
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      files: {
        "a.txt": lines(1, 20),
        "old name.txt": lines(1, 30),
        "gone.txt": "1\n2\n",
        "image.bin": { base64: "AAEC" },
      },
      commits: [
        {
          branch: "topic",
          from: "main",
          message: "Change",
          files: {
            "a.txt": `${lines(1, 9)}ten\n${lines(11, 20)}`,
            "old name.txt": null,
            "new/näme.txt": `${lines(1, 30)}more\n`,
            "gone.txt": null,
            "fresh.txt": "new\n",
            "image.bin": { base64: "AAED" },
            lib: { submodule: "../library", sha: "12".repeat(20) },
          },
        },
        { message: "Meanwhile", files: { "elsewhere.txt": "on main\n" } },
        { branch: "many", from: "main", message: "Many", files: manyFiles(250) },
      ],
      pulls: [
        { number: 1, title: "Change", author: "bob", head: "topic" },
        { number: 2, title: "Many", author: "bob", head: "many" },
        { number: 3, title: "Nothing yet", author: "bob", head: "without-commits" },
      ],
    },
    "acme/secret": {
      private: true,
      collaborators: { bob: "push" },
      files: { "plan.txt": "1\n" },
      commits: [{ branch: "topic", from: "main", message: "Change", files: { "plan.txt": "2\n" } }],
      pulls: [{ number: 1, title: "Change", author: "bob", head: "topic" }],
    },
  },
  tokens: {
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    "fine-issues": { kind: "fine-grained", user: "bob", permissions: { issues: "read" } },
  },
};

function manyFiles(count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`many/${String(index).padStart(4, "0")}`, "x\n"]),
  );
}

const test = emulatorTest({ seed });
const PULL = { ...SITE, pull_number: 1 };

describe("the files of a pull request", () => {
  test("are the changes of its branch since it diverged from the base branch", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const files = await call(listPullRequestFiles, PULL);
    expect(files.map(({ filename, status, additions, deletions }) => [filename, status, additions, deletions])).toEqual(
      [
        [".gitmodules", "added", 3, 0],
        ["a.txt", "modified", 1, 1],
        ["fresh.txt", "added", 1, 0],
        ["gone.txt", "removed", 0, 2],
        ["image.bin", "modified", 0, 0],
        ["lib", "added", 1, 0],
        ["new/näme.txt", "renamed", 1, 0],
      ],
    );
    expect(files[1]).toMatchObject({
      changes: 2,
      patch: "@@ -7,7 +7,7 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+ten\n line 11\n line 12\n line 13",
    });
    expect(files[4]).not.toHaveProperty("patch");
    expect(files[5]).toMatchObject({
      sha: "12".repeat(20),
      patch: `@@ -0,0 +1 @@\n+Subproject commit ${"12".repeat(20)}`,
    });
    expect(files[6]).toMatchObject({ previous_filename: "old name.txt" });
  });

  test("match the counts of the pull request", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const [pull, files] = [await call(getPullRequest, PULL), await call(listPullRequestFiles, PULL)];
    expect(pull).toMatchObject({
      changed_files: files.length,
      additions: files.reduce((sum, { additions }) => sum + additions, 0),
      deletions: files.reduce((sum, { deletions }) => sum + deletions, 0),
      commits: 1,
    });
    expect(files[1]?.contents_url).toContain(`?ref=${pull.head.sha}`);
  });

  test("link to their contents", async ({ emulator }) => {
    const [, , , , , , renamed] = await clientFor(emulator).call(listPullRequestFiles, PULL);
    expect(decodeContent(Object(await (await fetch(renamed?.contents_url ?? "")).json()))).toContain("more\n");
    const removed = (await clientFor(emulator).call(listPullRequestFiles, PULL)).find(
      ({ status }) => status === "removed",
    );
    expect(decodeContent(Object(await (await fetch(removed?.contents_url ?? "")).json()))).toBe("1\n2\n");
    expect(renamed?.blob_url).toMatch(/\/acme\/site\/blob\/[0-9a-f]{40}\/new%2Fn%C3%A4me\.txt$/);
  });

  test("include later commits to its branch", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await call(putContents, {
      ...SITE,
      path: "late.txt",
      message: "m",
      content: base64("quite\nnew\n"),
      branch: "topic",
    });
    const late = (await call(listPullRequestFiles, PULL)).find(({ filename }) => filename === "late.txt");
    expect(late).toMatchObject({ status: "added", additions: 2 });
    // Commits on the base branch are not among its changes.
    await call(putContents, { ...SITE, path: "base.txt", message: "m", content: base64("1\n") });
    expect((await call(listPullRequestFiles, PULL)).map(({ filename }) => filename)).not.toContain("base.txt");
    expect(await call(getContents, { ...SITE, path: "base.txt" })).toMatchObject({ size: 2 });
  });

  test("are paginated", async ({ emulator }) => {
    const client = clientFor(emulator);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => client.call(listPullRequestFiles, { ...SITE, pull_number: 2, per_page: 100, page })),
    );
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50, 0]);
    expect(pages.flat().map(({ filename }) => filename)).toEqual(Object.keys(manyFiles(250)));
    const response = await fetchPath(emulator, "site/pulls/2/files?per_page=100&page=2");
    expect(response.headers.get("link")).toContain('page=3>; rel="next"');
    expect(await client.call(listPullRequestFiles, { ...SITE, pull_number: 2 })).toHaveLength(30);
  });

  test("are empty if the branch has no commits", async ({ emulator }) => {
    expect(await clientFor(emulator).call(listPullRequestFiles, { ...SITE, pull_number: 3 })).toEqual([]);
  });

  test("are visible to callers who can read the pull request", async ({ emulator }) => {
    await expect(clientFor(emulator).call(listPullRequestFiles, { ...SITE, pull_number: 99 })).rejects.toMatchObject({
      status: 404,
    });
    const secret = { owner: "acme", repo: "secret", pull_number: 1 };
    expect(await clientFor(emulator, "bob").call(listPullRequestFiles, secret)).toMatchObject([
      { filename: "plan.txt" },
    ]);
    await expect(clientFor(emulator).call(listPullRequestFiles, secret)).rejects.toMatchObject({ status: 404 });
    await expect(clientFor(emulator, "fine-issues").call(listPullRequestFiles, secret)).rejects.toMatchObject({
      status: 403,
    });
  });
});
