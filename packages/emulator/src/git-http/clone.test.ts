import { updateRepository } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor } from "../requests.fixture.ts";
import { gitTest as test } from "./git.fixture.ts";

const sortLines = (text: string) => text.split("\n").toSorted();

describe.for(["0", "2"] as const)("protocol version %s", (version) => {
  const protocol = ["-c", `protocol.version=${version}`];

  test("a clone has every branch, tag and commit", async ({ git }) => {
    await git.run("", ...protocol, "clone", "--quiet", git.url("acme/widgets"), "all");
    expect(await git.run("all", "fsck", "--full", "--strict", "--no-dangling")).toBe("");
    expect(await git.run("all", "log", "--format=%s", "main")).toBe("Change it again\nChange it\nInitial commit");
    expect(sortLines(await git.run("all", "branch", "--remotes", "--format=%(refname:lstrip=2)"))).toEqual([
      "origin/HEAD",
      "origin/main",
      "origin/topic",
    ]);
    expect(await git.run("all", "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(await git.run("all", "cat-file", "-t", "v1.0.0")).toBe("tag");
    expect(await git.run("all", "show", "main:src/widget.txt")).toBe("oval");
  });

  test("a clone can be shallow, and get the rest later", async ({ git }) => {
    await git.run("", ...protocol, "clone", "--quiet", "--depth", "1", git.url("acme/widgets"), "shallow");
    expect(await git.run("shallow", "rev-list", "--count", "HEAD")).toBe("1");
    expect(await git.run("shallow", "branch", "--remotes", "--format=%(refname)")).not.toContain("topic");
    await git.run("shallow", ...protocol, "fetch", "--quiet", "--deepen", "1");
    expect(await git.run("shallow", "rev-list", "--count", "HEAD")).toBe("2");
    await git.run("shallow", ...protocol, "fetch", "--quiet", "--unshallow");
    expect(await git.run("shallow", "rev-list", "--count", "HEAD")).toBe("3");
    expect(await git.run("shallow", "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  });

  test("a clone can be limited by time, or to what a ref lacks", async ({ git }) => {
    const clone = ["clone", "--quiet", "--single-branch", git.url("acme/widgets")];
    await git.run("", ...protocol, ...clone, "since", "--shallow-since=2024-03-15");
    expect(await git.run("since", "log", "--format=%s", "main")).toBe("Change it again");
    await git.run("", ...protocol, ...clone, "exclude", "--shallow-exclude=light");
    expect(await git.run("exclude", "log", "--format=%s", "main")).toBe("Change it again");
    const none = await git.try("", ...protocol, ...clone, "none", "--shallow-since=2100-01-01");
    expect(none.stderr).toContain("no commits selected for shallow requests");
    const unknown = await git.try("", ...protocol, ...clone, "unknown", "--shallow-exclude=nothing");
    expect(unknown.stderr).toContain("deepen-not is not a ref: nothing");
  });

  test("a clone can have a tag or one branch only", async ({ git }) => {
    const url = git.url("acme/widgets");
    await git.run("", ...protocol, "clone", "--quiet", "--depth", "1", "--branch", "v1.0.0", url, "tag");
    expect(await git.run("tag", "log", "--format=%s")).toBe("Change it");
    expect(await git.run("tag", "cat-file", "-t", "v1.0.0")).toBe("tag");
    await git.run("", ...protocol, "clone", "--quiet", "--single-branch", "--branch", "topic", url, "topic");
    expect(await git.run("topic", "branch", "--remotes", "--format=%(refname)")).toBe("refs/remotes/origin/topic");
  });

  test("a fetch sends only what the client lacks, with the tags of new commits", async ({ git }) => {
    await git.run("", "clone", "--quiet", git.url("acme/widgets", "alice"), "first");
    await git.run("", "clone", "--quiet", git.url("acme/widgets"), "second");
    await git.commit("second", { "local.txt": "local\n" });
    const sha = await git.commit("first", { "more.txt": "more\n" });
    await git.run("first", "tag", "-a", "v2", "-m", "Version 2");
    await git.run("first", "push", "--quiet", "origin", "main", "v2");
    const { stderr } = await git.try("second", ...protocol, "fetch", "--progress");
    // The commit, its tree, the file and the tag.
    expect(stderr).toContain("remote: Total 4 (delta 0)");
    expect(await git.run("second", "rev-parse", "origin/main")).toBe(sha);
    expect(await git.run("second", "cat-file", "-t", "v2")).toBe("tag");
    expect(await git.run("second", "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  });

  test("the head of a pull request can be fetched, also of a closed one", async ({ git, emulator }) => {
    await git.run("", "clone", "--quiet", git.url("acme/widgets"), "pulls");
    await git.run("pulls", ...protocol, "fetch", "--quiet", "origin", "refs/pull/1/head:pull");
    expect(await git.run("pulls", "log", "-1", "--format=%s", "pull")).toBe("Topic");
    emulator.control.transition({ repository: "acme/widgets", pull: 1, to: "closed" });
    expect(await git.run("pulls", ...protocol, "ls-remote", "origin", "refs/pull/1/head")).toContain(
      await git.run("pulls", "rev-parse", "pull"),
    );
  });

  test("an empty repository can be cloned", async ({ git }) => {
    const { code, stderr } = await git.try("", ...protocol, "clone", git.url("acme/empty"), "empty");
    expect([code, stderr]).toEqual([0, expect.stringContaining("You appear to have cloned an empty repository.")]);
  });

  test("a commit can be fetched by its id, but not one that doesn't exist", async ({ git }) => {
    await git.run("", "clone", "--quiet", git.url("acme/widgets"), "full");
    const sha = await git.run("full", "rev-parse", "main~1");
    await git.run("", "init", "--quiet", "single");
    await git.run("single", ...protocol, "fetch", "--quiet", "--depth", "1", git.url("acme/widgets"), sha);
    expect(await git.run("single", "log", "--format=%H", "FETCH_HEAD")).toBe(sha);
    const { stderr } = await git.try("single", ...protocol, "fetch", git.url("acme/widgets"), "1".repeat(40));
    expect(stderr).toContain(`upload-pack: not our ref ${"1".repeat(40)}`);
  });

  test("unrelated histories have nothing in common", async ({ git }) => {
    await git.run("", "init", "--quiet", "--initial-branch", "main", "unrelated");
    await git.import(
      "unrelated",
      "main",
      Array.from({ length: 100 }, (_, index) => [`${index}.txt`]),
    );
    await git.run("unrelated", ...protocol, "fetch", "--quiet", git.url("acme/widgets"), "main");
    expect(await git.run("unrelated", "log", "--format=%s", "FETCH_HEAD")).toContain("Change it again");
    expect(await git.run("unrelated", "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  });
});

test("the name of the repository doesn't need .git", async ({ git }) => {
  await git.run("", "clone", "--quiet", git.url("acme/widgets").replace(/\.git$/, ""), "plain");
  expect(await git.run("plain", "show", "main:README.md")).toBe("# Widgets");
});

test("a renamed repository is found by its old name", async ({ git, emulator }) => {
  await clientFor(emulator, "alice").call(updateRepository, { owner: "acme", repo: "widgets", name: "things" });
  await git.run("", "clone", "--quiet", git.url("acme/widgets", "alice"), "renamed");
  const sha = await git.commit("renamed", { "new.txt": "new\n" });
  await git.run("renamed", "push", "--quiet", "origin", "main");
  expect(await git.run("renamed", "ls-remote", git.url("acme/things"), "main")).toContain(sha);
});

test("partial clones, archives and other protocols are refused with a reason", async ({ git, emulator }) => {
  const status = async (path: string) => {
    const response = await fetch(`${emulator.webUrl}${path}`, { method: path.includes("batch") ? "POST" : "GET" });
    return [response.status, await response.text()];
  };
  const { stderr } = await git.try("", "clone", "--filter=blob:none", git.url("acme/widgets"), "partial");
  expect(stderr).toContain("filtering not recognized by server, ignoring");
  const archive = await status("/acme/widgets.git/info/refs?service=git-upload-archive");
  expect(archive).toEqual([403, "The emulator doesn't support git archive --remote.\n"]);
  for (const path of ["info/refs", "HEAD", "objects/info/packs"]) {
    expect(await status(`/acme/widgets.git/${path}`)).toEqual([403, expect.stringContaining("dumb HTTP protocol")]);
  }
  expect(await status("/acme/widgets.git/info/lfs/objects/batch")).toEqual([
    501,
    '{"message":"The emulator doesn\'t support Git LFS."}',
  ]);
});
