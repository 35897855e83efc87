import { getContents, getRepository, putContents } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { as } from "../../calling.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import { base64, textOf } from "../../resources/repository/contents.fixture.ts";

const REPO = { owner: "acme", repo: "site" };

const seed = (repository: object) => ({
  users: { alice: { name: "Alice", email: "alice@acme.example" }, bob: { name: "Bob" } },
  organizations: { acme: { name: "Acme", members: { alice: "owner" } } },
  repositories: { "acme/site": repository },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
});

test("A seed's files, commits, branches and tags are a repository's.", async () => {
  const emulator = await startEmulator({
    seed: seed({
      default_branch: "trunk",
      files: { "README.md": "first\n", "data.bin": { bytes: 5000 } },
      commits: [
        { message: "Second", author: "bob", date: "-2d", files: { "README.md": "second\n" }, tag: "v1" },
        {
          branch: "next",
          from: "trunk",
          message: "Third",
          author: { name: "X", email: "x@x.example" },
          files: { x: "x" },
        },
      ],
      branches: { stable: "v1" },
      tags: { v2: { of: "next", message: "Two" } },
    }),
  });
  try {
    const { call } = as(emulator, "alice");
    const read = async (path: string, ref?: string) =>
      textOf(await call(getContents, { ...REPO, path, ...(ref === undefined ? {} : { ref }) }));
    expect(await read("README.md")).toBe("second\n");
    for (const ref of ["v1", "stable", "trunk"]) expect(await read("README.md", ref)).toBe("second\n");
    for (const ref of ["next", "v2"]) expect(await read("x", ref)).toBe("x");
    expect(await call(getRepository, REPO)).toMatchObject({ default_branch: "trunk", size: 6 });
    const { commit } = await call(putContents, {
      ...REPO,
      path: "y",
      message: "m",
      content: base64("y"),
      branch: "next",
    });
    expect(commit.parents).toHaveLength(1);
  } finally {
    await emulator.stop();
  }
});

test("A fork begins with what its parent has, and goes on from there.", async () => {
  const emulator = await startEmulator({
    seed: {
      ...seed({}),
      repositories: {
        "acme/site": { files: { a: "1" }, commits: [{ message: "m", files: { a: "2" } }], tags: { v1: "main" } },
        "bob/plain": { fork_of: "acme/site" },
        "bob/site": {
          fork_of: "acme/site",
          commits: [{ branch: "topic", from: "main", message: "Mine", files: { a: "3" } }],
        },
      },
    },
  });
  try {
    const read = async (repo: string, ref: string) =>
      textOf(await as(emulator).call(getContents, { owner: "bob", repo, path: "a", ref }));
    expect(await read("plain", "main")).toBe("2");
    expect(await read("plain", "v1")).toBe("2");
    expect(await read("site", "main")).toBe("2");
    expect(await read("site", "topic")).toBe("3");
    await expect(read("plain", "topic")).rejects.toMatchObject({ status: 404 });
    // What comes to the parent later doesn't come to its forks.
    await as(emulator, "alice").call(putContents, { ...REPO, path: "late", message: "m", content: base64("x") });
    const late = as(emulator).call(getContents, { owner: "bob", repo: "plain", path: "late" });
    await expect(late).rejects.toMatchObject({ status: 404 });
  } finally {
    await emulator.stop();
  }
});

test.for([
  [{ files: { "../x": "" } }, "repositories.acme/site.files.../x git keeps no file under such a path"],
  [
    { commits: [{ message: "m", author: "nobody" }] },
    'repositories.acme/site.commits.0 there is no user "nobody" in this seed',
  ],
  [{ commits: [{}] }, "repositories.acme/site.commits.0.message"],
  [{ files: { a: { txt: "x" } } }, "repositories.acme/site.files.a"],
  [{ branches: { x: "nowhere" } }, 'repositories.acme/site.branches.x there is no branch or tag "nowhere" by then'],
  [{ import: { started: { vcs_url: "x", by: "nobody" } } }, "repositories.acme/site.import.started.by"],
] as const)("A seed that git could not keep is refused with its place: %j", async ([repository, message]) => {
  await expect(startEmulator({ seed: seed(repository) })).rejects.toThrow(message);
});
