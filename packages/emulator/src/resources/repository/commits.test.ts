import { compareCommits, getCommit } from "@forgehand/core/operations";
import { Octokit } from "octokit";
import { describe, expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { fetchPath, SEED, SITE } from "./contents.fixture.ts";

const seed = {
  ...SEED,
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      files: { "a.txt": "1\n", "b.txt": "1\n" },
      commits: [
        { branch: "topic", from: "main", message: "One\n\nMore", author: "bob", files: { "a.txt": "2\n" } },
        { branch: "topic", message: "Two", files: { "b.txt": null, "c.txt": "3\n" } },
        { branch: "feature/slash", from: "main", message: "Slash", files: { "d.txt": "1\n" } },
        { message: "Meanwhile", files: { "e.txt": "1\n" } },
        { branch: "large", from: "main", message: "Large", files: { "large.txt": "x\n".repeat(20_001) } },
        { branch: "other", message: "Unrelated", files: { "f.txt": "1\n" } },
      ],
    },
    "acme/vault": { private: true, collaborators: { bob: "push" }, files: { "plan.txt": "1\n" } },
    "acme/blank": {},
  },
};

const test = emulatorTest({ seed });

describe("a commit", () => {
  test("has its users, parents, counts and files", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const commit = await call(getCommit, { ...SITE, ref: "topic" });
    expect(commit).toMatchObject({
      commit: { message: expect.stringMatching("^Two"), comment_count: 0, verification: { verified: false } },
      parents: [{ sha: expect.stringMatching(/^[0-9a-f]{40}$/) }],
      stats: { additions: 1, deletions: 1, total: 2 },
    });
    expect(commit.files?.map(({ filename, status }) => [filename, status])).toEqual([
      ["b.txt", "removed"],
      ["c.txt", "added"],
    ]);
    const parent = await call(getCommit, { ...SITE, ref: commit.parents[0]?.sha ?? "" });
    expect(parent).toMatchObject({ author: { login: "bob" }, commit: { message: "One\n\nMore" } });
    for (const { contents_url } of [...(commit.files ?? []), ...(parent.files ?? [])]) {
      expect((await fetch(contents_url)).status).toBe(200);
    }
  });

  test("is found by branch, short ID and full ID", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const { sha } = await call(getCommit, { ...SITE, ref: "feature/slash" });
    expect((await call(getCommit, { ...SITE, ref: sha.slice(0, 7) })).sha).toBe(sha);
    expect(await call(getCommit, { ...SITE, ref: sha }, { mediaType: "sha" })).toBe(sha);
  });

  test("is available as text", async ({ emulator }) => {
    const { rest } = new Octokit({ baseUrl: emulator.apiUrl });
    const commit = { ...SITE, ref: "topic" };
    const diff = await rest.repos.getCommit({ ...commit, mediaType: { format: "diff" } });
    expect(diff.data).toMatch(/^diff --git a\/b\.txt b\/b\.txt\ndeleted file mode 100644\n/);
    const patch = await rest.repos.getCommit({ ...commit, mediaType: { format: "patch" } });
    expect(patch.data).toMatch(/^From [0-9a-f]{40} Mon Sep 17 00:00:00 2001\n/);
    expect(patch.data).toContain("\nSubject: [PATCH] Two\n");
    const large = await fetchPath(emulator, "site/commits/large", { accept: "application/vnd.github.diff" });
    expect(large.status).toBe(406);
  });

  test("is missing with GitHub's errors", async ({ emulator }) => {
    const nothing = await fetchPath(emulator, "site/commits/nothing");
    expect([nothing.status, await nothing.json()]).toEqual([
      422,
      expect.objectContaining({ message: "No commit found for SHA: nothing" }),
    ]);
    expect((await fetchPath(emulator, "blank/commits/main")).status).toBe(409);
    expect((await fetchPath(emulator, "vault/commits/main", { token: "mallory" })).status).toBe(404);
    expect((await fetchPath(emulator, "vault/commits/main", { token: "bob" })).status).toBe(200);
  });
});

describe("a comparison", () => {
  const topic = { ...SITE, basehead: "main...topic" };

  test("has the commits since the common ancestor, oldest first, and their changes", async ({ emulator }) => {
    const found = await clientFor(emulator).call(compareCommits, topic);
    expect(found).toMatchObject({ status: "diverged", ahead_by: 2, behind_by: 1, total_commits: 2 });
    expect(found.commits.map(({ commit }) => commit.message)).toEqual([
      expect.stringMatching("^One"),
      expect.stringMatching("^Two"),
    ]);
    expect(found.files?.map(({ filename, status }) => [filename, status])).toEqual([
      ["a.txt", "modified"],
      ["b.txt", "removed"],
      ["c.txt", "added"],
    ]);
    expect(found.merge_base_commit.sha).toBe(found.commits[0]?.parents[0]?.sha);
    for (const url of [found.diff_url, found.patch_url, found.html_url, found.permalink_url]) {
      expect((await fetch(url)).status).toBe(200);
    }
    for (const { contents_url, raw_url } of found.files ?? []) {
      expect([(await fetch(contents_url)).status, (await fetch(raw_url)).status]).toEqual([200, 200]);
    }
  });

  test.for([
    ["main...main", "identical"],
    ["topic...main", "diverged"],
    ["acme:main...acme:topic", "diverged"],
    ["main...feature/slash", "diverged"],
  ])("%s is %s", async ([basehead = "", status], { emulator }) => {
    expect((await clientFor(emulator).call(compareCommits, { ...SITE, basehead })).status).toBe(status);
  });

  test("has its files on the first page only", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const first = await call(compareCommits, { ...topic, per_page: 1 });
    const second = await call(compareCommits, { ...topic, per_page: 1, page: 2 });
    expect([first.commits.length, first.files?.length, first.total_commits]).toEqual([1, 3, 2]);
    expect([second.commits.length, second.files?.length, second.total_commits]).toEqual([1, 0, 2]);
  });

  test("is available as text", async ({ emulator }) => {
    const { call } = clientFor(emulator);
    const text = async (format: "diff" | "patch") =>
      new TextDecoder().decode(await call(compareCommits, topic, { mediaType: format }));
    expect((await text("diff")).match(/^diff --git/gm)).toHaveLength(3);
    expect((await text("patch")).match(/^Subject: \[PATCH \d\/2\]/gm)).toHaveLength(2);
  });

  test.for(["main...nothing", "nothing...main", "main", "bob:main...topic"])(
    "of %s is not found",
    async (range, { emulator }) => {
      expect((await fetchPath(emulator, `site/compare/${range}`)).status).toBe(404);
    },
  );
});
