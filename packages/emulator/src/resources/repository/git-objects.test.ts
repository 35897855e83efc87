import {
  createBlob,
  createGitCommit,
  createGitTag,
  createRef,
  createTree,
  getBlob,
  getCommit,
  getContents,
  getGitCommit,
  getGitTag,
  getTree,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { SEED, SITE } from "./contents.fixture.ts";

const test = emulatorTest({ seed: SEED, now: () => new Date("2026-03-20T12:00:00Z") });

const MISSING_SHA = "0".repeat(40);

test("a commit is made of blobs and a tree, and a ref publishes it", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const parent = await call(getCommit, { ...SITE, ref: "main" });
  const blob = await call(createBlob, {
    ...SITE,
    content: Buffer.from("new\n").toString("base64"),
    encoding: "base64",
  });
  expect(blob).toEqual({ sha: blob.sha, url: `${emulator.apiUrl}/repos/acme/site/git/blobs/${blob.sha}` });
  const tree = await call(createTree, {
    ...SITE,
    base_tree: parent.commit.tree.sha,
    tree: [
      { path: "docs/new.txt", mode: "100644", type: "blob", sha: blob.sha },
      { path: "inline.sh", mode: "100755", type: "blob", content: "#!/bin/sh\n" },
      { path: "README.md", mode: "100644", type: "blob", sha: null },
    ],
  });
  expect(tree.tree.map(({ path }) => path)).not.toContain("README.md");
  const person = { name: "Zoe", email: "zoe@example.com", date: "2026-01-02T03:04:05Z" };
  const commit = await call(createGitCommit, {
    ...SITE,
    message: "By hand",
    tree: tree.sha,
    parents: [parent.sha],
    author: person,
  });
  expect(commit).toMatchObject({
    message: "By hand",
    author: person,
    committer: person,
    tree: { sha: tree.sha },
    parents: [{ sha: parent.sha }],
    verification: { verified: false, reason: "unsigned" },
  });
  expect(await call(getGitCommit, { ...SITE, commit_sha: commit.sha })).toEqual(commit);
  await call(createRef, { ...SITE, ref: "refs/heads/by-hand", sha: commit.sha });
  expect(await call(getContents, { ...SITE, path: "docs/new.txt", ref: "by-hand" })).toMatchObject({ sha: blob.sha });
  const { files } = await call(getCommit, { ...SITE, ref: "by-hand" });
  expect(files?.map(({ filename, status }) => `${status} ${filename}`)).toEqual([
    "removed README.md",
    "added docs/new.txt",
    "added inline.sh",
  ]);
});

test("the committer and the signature of a commit can be given", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const { commit } = await call(getCommit, { ...SITE, ref: "main" });
  const signature = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----";
  const committer = { name: "Yan", email: "yan@example.com", date: "2026-02-02T00:00:00Z" };
  const created = await call(createGitCommit, {
    ...SITE,
    message: "Signed",
    tree: commit.tree.sha,
    committer,
    signature,
  });
  expect(created).toMatchObject({
    author: { name: "Bob Baker", date: "2026-03-20T12:00:00Z" },
    committer,
    parents: [],
    verification: { verified: false, reason: "unknown_key", signature, payload: expect.stringContaining("Yan") },
  });
  expect(await call(getGitCommit, { ...SITE, commit_sha: created.sha })).toEqual(created);
});

test("a tree lists its entries, with those of subtrees on request", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const flat = await call(getTree, { ...SITE, tree_sha: "main" });
  const entry = (path: string) => flat.tree.find((found) => found.path === path);
  expect(entry("docs")).toMatchObject({ mode: "040000", type: "tree" });
  expect(entry("docs")).not.toHaveProperty("size");
  expect(entry("README.md")).toMatchObject({ mode: "100644", type: "blob", size: 21 });
  expect(flat.truncated).toBe(false);
  const deep = await call(getTree, { ...SITE, tree_sha: flat.sha, recursive: "1" });
  const submodule = deep.tree.find(({ path }) => path === "vendor/library");
  expect(submodule).toEqual({ path: "vendor/library", mode: "160000", type: "commit", sha: "12".repeat(20) });
  expect(deep.tree.map(({ path }) => path)).toEqual(expect.arrayContaining(["docs", "docs/guide.md"]));
  const docs = await call(getTree, { ...SITE, tree_sha: entry("docs")?.sha ?? "" });
  expect(docs.tree.map(({ path }) => path)).toEqual(["guide.md", "up"]);
});

test("a tree of too many entries is truncated", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const tree = Array.from({ length: 90 }, (_, index) => ({
    path: `${index}${"x".repeat(100_000)}`,
    mode: "100644" as const,
    content: "",
  }));
  expect(await call(createTree, { ...SITE, tree })).toMatchObject({ truncated: true });
});

test("a blob has its content", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const { sha } = Object(await call(getContents, { ...SITE, path: "docs/guide.md" }));
  const blob = await call(getBlob, { ...SITE, file_sha: sha });
  expect(blob).toMatchObject({ sha, encoding: "base64", size: 34 });
  expect(Buffer.from(blob.content, "base64").toString()).toBe("Read [this](https://example.com).\n");
});

test("an annotated tag names an object", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const { sha: object } = await call(getCommit, { ...SITE, ref: "main" });
  const tag = await call(createGitTag, { ...SITE, tag: "v9", message: "Nine", object, type: "commit" });
  expect(tag).toMatchObject({
    tag: "v9",
    message: "Nine",
    tagger: { name: "Bob Baker", date: "2026-03-20T12:00:00Z" },
    object: { sha: object, type: "commit" },
  });
  expect(await call(getGitTag, { ...SITE, tag_sha: tag.sha })).toEqual(tag);
  await call(createRef, { ...SITE, ref: "refs/tags/v9", sha: tag.sha });
  expect((await call(getCommit, { ...SITE, ref: "v9" })).sha).toBe(object);
});

test("invalid objects are rejected", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const { commit, sha } = await call(getCommit, { ...SITE, ref: "main" });
  const tree = commit.tree.sha;
  const rejects = async (path: string, body: object, message: string | RegExp) => {
    const { status, body: error } = await requestJson(emulator, `POST /repos/acme/site/git/${path}`, body);
    expect({ status, error }).toMatchObject({ status: 422, error: { message: expect.stringMatching(message) } });
  };
  await rejects("blobs", { content: "&&", encoding: "base64" }, "content is not valid Base64");
  await rejects("commits", { message: "a", tree: MISSING_SHA }, "Tree SHA does not exist");
  await rejects("commits", { message: "a", tree, parents: [tree] }, "Parent SHA does not exist");
  await rejects("commits", { message: "a", tree, author: { name: "", email: "a@b" } }, "Validation Failed");
  await rejects("tags", { tag: "v", message: "", object: MISSING_SHA, type: "commit" }, "Could not verify object");
  await rejects("tags", { tag: "v", message: "", object: sha, type: "tree" }, "Could not verify object");
  await rejects("tags", { tag: "a..b", message: "", object: sha, type: "commit" }, "Validation Failed");
  const entry = { path: "a", mode: "100644", type: "blob", content: "a" };
  await rejects("trees", { tree: [] }, "Invalid tree info");
  await rejects("trees", { tree: [entry], base_tree: MISSING_SHA }, "base_tree is not a valid tree oid");
  await rejects("trees", { tree: [{ ...entry, path: "a/../b" }] }, "malformed path component");
  await rejects("trees", { tree: [{ path: "a", content: "a" }] }, "Must supply a valid tree.mode");
  await rejects("trees", { tree: [{ path: "a", mode: "100644" }] }, "Must supply either tree.sha or tree.content");
  await rejects("trees", { tree: [{ path: "a", mode: "100644", sha: tree }] }, "is not a valid blob");
  await rejects("trees", { tree: [{ ...entry, type: "tree" }] }, "tree.type tree");
  await rejects("trees", { tree: [{ path: "none", sha: null }], base_tree: tree }, "GitRPC::BadObjectState");
});

test("objects that are missing or of another type are not found", async ({ emulator }) => {
  const { call } = clientFor(emulator);
  const { sha } = await call(getCommit, { ...SITE, ref: "main" });
  const statusOf = async (path: string, token?: string) =>
    (await requestJson(emulator, `GET /repos/acme/${path}`, undefined, token)).status;
  expect(await statusOf(`site/git/blobs/${sha}`)).toBe(404);
  expect(await statusOf(`site/git/tags/${sha}`)).toBe(404);
  expect(await statusOf(`site/git/commits/${MISSING_SHA}`)).toBe(404);
  expect(await statusOf("site/git/trees/nowhere")).toBe(404);
  expect(await statusOf("site/git/blobs/main")).toBe(422);
  expect(await statusOf("blank/git/trees/main")).toBe(409);
  expect(await statusOf(`vault/git/trees/main`, "mallory")).toBe(404);
});

test("writing objects requires write access", async ({ emulator }) => {
  const blob = { content: "a" };
  expect((await requestJson(emulator, "POST /repos/acme/site/git/blobs", blob, "mallory")).status).toBe(403);
  expect((await requestJson(emulator, "POST /repos/acme/site/git/blobs", blob, "fine-reader")).status).toBe(403);
  expect((await requestJson(emulator, "POST /repos/acme/blank/git/blobs", blob)).status).toBe(409);
});
