import { appendFile, chmod, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { getContents, getRepository } from "@forgehand/core/operations";
import { expect } from "vitest";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import { clientFor, requestJson } from "../requests.fixture.ts";
import { gitTest as test } from "./git.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

test("branches and tags are created, moved and deleted", async ({ git }) => {
  const url = git.url("acme/widgets", "bob");
  await git.run("", "clone", "--quiet", url, "work");
  const list = async () => (await git.run("work", "ls-remote", url)).split("\n").map((line) => line.split("\t")[1]);
  await git.run("work", "tag", "-a", "v2", "-m", "Version 2");
  await git.run("work", "tag", "plain");
  await git.run("work", "push", "--quiet", "origin", "HEAD:refs/heads/deep/branch", "v2", "plain");
  expect(await list()).toEqual(
    expect.arrayContaining(["refs/heads/deep/branch", "refs/tags/v2", "refs/tags/v2^{}", "refs/tags/plain"]),
  );
  await git.run("work", "push", "--quiet", "origin", ":deep/branch", ":refs/tags/v2");
  expect(await list()).not.toContain("refs/heads/deep/branch");
  expect(await list()).not.toContain("refs/tags/v2");
});

test("a branch is only rewritten by force", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  await git.run("work", "reset", "--quiet", "--hard", "HEAD~1");
  const sha = await git.commit("work", { "other.txt": "other\n" });
  expect((await git.try("work", "push", "origin", "main")).stderr).toContain("[rejected]");
  await git.run("work", "push", "--quiet", "--force", "origin", "main");
  expect(await git.run("work", "ls-remote", "origin", "refs/heads/main")).toContain(sha);
});

test("the API and webhooks see a push", async ({ git, emulator }) => {
  await using receiver = await startReceiver();
  const config = { url: receiver.url, content_type: "json" };
  await requestJson(emulator, "POST /repos/acme/widgets/hooks", { config, events: ["push", "create"] });
  const before = await clientFor(emulator, "alice").call(getRepository, WIDGETS);
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  const sha = await git.commit("work", { "docs/new.md": "# New\n" }, "Write a page");
  await git.run("work", "push", "--quiet", "origin", "HEAD:main", "HEAD:fresh");
  const file = await clientFor(emulator).call(getContents, { ...WIDGETS, path: "docs/new.md" });
  expect(file).toMatchObject({ type: "file", content: `${btoa("# New\n")}\n` });
  const after = await clientFor(emulator, "alice").call(getRepository, WIDGETS);
  expect(after.pushed_at).not.toBe(before.pushed_at);
  await emulator.control.settled();
  const [, push, create] = receiver.received;
  expect(receiver.received.map(({ headers }) => headers["x-github-event"])).toEqual(["ping", "push", "create", "push"]);
  expect(push?.payload).toMatchObject({
    ref: "refs/heads/main",
    after: sha,
    commits: [{ id: sha, message: "Write a page\n", added: ["docs/new.md"] }],
    sender: { login: "bob" },
  });
  expect(create?.payload).toMatchObject({ ref: "fresh", ref_type: "branch" });
});

test("webhooks see whether a branch is created, rewritten or deleted, and no push of many tags", async ({
  git,
  emulator,
}) => {
  await using receiver = await startReceiver();
  const config = { url: receiver.url, content_type: "json" };
  await requestJson(emulator, "POST /repos/acme/widgets/hooks", { config, events: ["push", "create", "delete"] });
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  await git.run("work", "push", "--quiet", "origin", "HEAD:fresh", "HEAD:refs/notes/commits");
  await git.run("work", "push", "--quiet", "--force", "origin", "HEAD~1:fresh");
  await git.run("work", "push", "--quiet", "origin", ":fresh");
  for (const name of ["a", "b", "c", "d"]) await git.run("work", "tag", name);
  await git.run("work", "push", "--quiet", "origin", "a", "b", "c", "d");
  expect(await git.run("work", "ls-remote", "origin", "refs/tags/d")).toContain("refs/tags/d");
  await git.run("work", "push", "--quiet", "origin", ":a", ":b", ":c");
  await emulator.control.settled();
  const seen = receiver.received.map(({ headers, payload }) => {
    const { ref, created, forced, deleted } = Object(payload);
    return [headers["x-github-event"], ref, created && "created", forced && "forced", deleted && "deleted"]
      .filter(Boolean)
      .join(" ");
  });
  expect(seen).toEqual([
    "ping",
    "create fresh",
    "push refs/heads/fresh created",
    "push refs/heads/fresh forced",
    "delete fresh",
    "push refs/heads/fresh deleted",
    ...["a", "b", "c"].flatMap((tag) => [`delete ${tag}`, `push refs/tags/${tag} deleted`]),
  ]);
});

test("a push to the branch of a pull request is part of it", async ({ git, emulator }) => {
  await git.run("", "clone", "--quiet", "--branch", "topic", git.url("acme/widgets", "bob"), "work");
  const sha = await git.commit("work", { "more.txt": "more\n" });
  await git.run("work", "push", "--quiet");
  expect(await git.run("work", "ls-remote", "origin", "refs/pull/1/head")).toContain(sha);
  expect(emulator.control.events().map(({ event, action }) => [event, action])).toContainEqual([
    "pull_request",
    "synchronize",
  ]);
});

test("thousands of files are pushed and cloned in seconds", async ({ git }) => {
  await git.run("", "init", "--quiet", "large");
  const folders = Array.from({ length: 60 }, (_, folder) =>
    Array.from({ length: 50 }, (_file, file) => `folder${folder}/file${file}.txt`),
  );
  await git.import("large", "main", folders);
  await git.run("large", "push", "--quiet", git.url("acme/empty", "alice"), "main");
  await git.run("", "clone", "--quiet", git.url("acme/empty"), "copy");
  expect((await git.run("copy", "ls-files")).split("\n")).toHaveLength(3000);
  expect(await git.run("copy", "rev-parse", "HEAD")).toBe(await git.run("large", "rev-parse", "main"));
  expect(await git.run("copy", "fsck", "--full", "--strict")).toBe("");
});

test("a large push is sent in chunks", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  const sha = await git.commit("work", { "data.txt": "abcdefgh".repeat(50_000) });
  await git.run("work", "-c", "http.postBuffer=65536", "-c", "core.compression=0", "push", "--quiet");
  expect(await git.run("work", "ls-remote", "origin", "refs/heads/main")).toContain(sha);
});

test("executable files, symbolic links, submodules and bytes stay as they are", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "bob"), "work");
  const folder = join(git.folder, "work");
  await git.commit("work", { "run.sh": "#!/bin/sh\n" });
  await chmod(join(folder, "run.sh"), 0o755);
  await symlink("README.md", join(folder, "link"));
  await appendFile(join(folder, "bytes.bin"), Buffer.from(Array.from({ length: 256 }, (_, index) => index)));
  await git.run("work", "update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},vendor/lib`);
  await git.run("work", "add", "--all", "--", "run.sh", "link", "bytes.bin");
  await git.run("work", "commit", "--quiet", "--message", "Every kind");
  await git.run("work", "push", "--quiet");
  await git.run("", "clone", "--quiet", git.url("acme/widgets"), "copy");
  const tree = (clone: string) => git.run(clone, "ls-tree", "-r", "HEAD");
  expect(await tree("copy")).toBe(await tree("work"));
  expect(await tree("copy")).toMatch(/^160000 commit a{40}\tvendor\/lib$/m);
  expect(await readFile(join(git.folder, "copy/bytes.bin"))).toEqual(await readFile(join(folder, "bytes.bin")));
});

test("the first branch of an empty repository becomes its default branch", async ({ git, emulator }) => {
  await git.run("", "init", "--quiet", "--initial-branch", "trunk", "new");
  await git.commit("new", { "a.txt": "a\n" });
  await git.run("new", "push", "--quiet", git.url("acme/empty", "alice"), "trunk");
  const repository = await clientFor(emulator).call(getRepository, { owner: "acme", repo: "empty" });
  expect(repository.default_branch).toBe("trunk");
  await git.run("", "clone", "--quiet", git.url("acme/empty"), "copy");
  expect(await git.run("copy", "symbolic-ref", "HEAD")).toBe("refs/heads/trunk");
});

test("a shallow clone can be pushed from", async ({ git }) => {
  await git.run("", "clone", "--quiet", "--depth", "1", git.url("acme/widgets", "bob"), "shallow");
  const sha = await git.commit("shallow", { "new.txt": "new\n" });
  await git.run("shallow", "push", "--quiet", "origin", "main");
  expect(await git.run("shallow", "ls-remote", "origin", "refs/heads/main")).toContain(sha);
  const { stderr } = await git.try("shallow", "push", git.url("acme/empty", "alice"), "main");
  expect(stderr).toContain("shallow update not allowed");
});
