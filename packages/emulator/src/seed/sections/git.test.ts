import { getContents, getRepository, putContents } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator.ts";
import { clientFor } from "../../requests.fixture.ts";
import { base64, decodeContent } from "../../resources/repository/contents.fixture.ts";

const REPO = { owner: "acme", repo: "site" };

const seed = (repository: object) => ({
  users: { alice: { name: "Alice", email: "alice@acme.example" }, bob: { name: "Bob" } },
  organizations: { acme: { name: "Acme", members: { alice: "owner" } } },
  repositories: { "acme/site": repository },
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
});

test("inserts files, commits, branches and tags into a repository", async () => {
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
    const { call } = clientFor(emulator, "alice");
    const read = async (path: string, ref?: string) =>
      decodeContent(await call(getContents, { ...REPO, path, ...(ref === undefined ? {} : { ref }) }));
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

test("starts a fork from its parent's history", async () => {
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
      decodeContent(await clientFor(emulator).call(getContents, { owner: "bob", repo, path: "a", ref }));
    expect(await read("plain", "main")).toBe("2");
    expect(await read("plain", "v1")).toBe("2");
    expect(await read("site", "main")).toBe("2");
    expect(await read("site", "topic")).toBe("3");
    await expect(read("plain", "topic")).rejects.toMatchObject({ status: 404 });
    // Later changes to the parent do not reach its forks.
    await clientFor(emulator, "alice").call(putContents, { ...REPO, path: "late", message: "m", content: base64("x") });
    const late = clientFor(emulator).call(getContents, { owner: "bob", repo: "plain", path: "late" });
    await expect(late).rejects.toMatchObject({ status: 404 });
  } finally {
    await emulator.stop();
  }
});

test.for([
  [{ files: { "../x": "" } }, "repositories.acme/site.files.../x must be a file path that git accepts"],
  [
    { commits: [{ message: "m", author: "unknown-user" }] },
    'repositories.acme/site.commits.0 must name an existing user or bot, got "unknown-user"',
  ],
  [{ commits: [{}] }, "repositories.acme/site.commits.0.message"],
  [{ files: { a: { txt: "x" } } }, "repositories.acme/site.files.a"],
  [
    { branches: { x: "nowhere" } },
    'repositories.acme/site.branches.x must name a branch or tag that exists at this point, got "nowhere"',
  ],
  [{ import: { started: { vcs_url: "x", by: "unknown-user" } } }, "repositories.acme/site.import.started.by"],
] as const)("rejects an invalid history, with the path of the error: %j", async ([repository, message]) => {
  await expect(startEmulator({ seed: seed(repository) })).rejects.toThrow(message);
});
