import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import { anyText } from "../any-text.fixture.ts";
import { findRef, gitObjects, writeObject } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { ALICE, cloneOf, commitTo, GIT_MISSING, openStore } from "./store.fixture.ts";
import { changeTree, encodeTree, FILE_MODES, type FileMode, findEntry, flattenTree, readTree } from "./tree.ts";

/** A branch's files in the model. */
type ModelFiles = Map<string, { mode: FileMode; sha: string }>;

/** Computes a tree's id from all of its files, independently of the implementation. */
function modelTree(files: ModelFiles): string {
  const folders = new Map<string, ModelFiles>();
  const lines: [key: Buffer, line: Buffer][] = [];
  const add = (mode: string, name: string, sha: string) =>
    lines.push([
      Buffer.from(mode === "40000" ? `${name}/` : name),
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]),
    ]);
  for (const [path, file] of files) {
    const [name = "", ...rest] = path.split("/");
    if (rest.length === 0) add(file.mode, name, file.sha);
    else folders.set(name, (folders.get(name) ?? new Map()).set(rest.join("/"), file));
  }
  for (const [name, inner] of folders) add("40000", name, modelTree(inner));
  const bytes = Buffer.concat(lines.sort(([a], [b]) => Buffer.compare(a, b)).map(([, line]) => line));
  return createHash("sha1").update(`tree ${bytes.length}\0`).update(bytes).digest("hex");
}

const NAMES = ["a", "b", "a.b", "a-b", "a0", "ä", "\ufffd", "😀"];
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const mode = fc.constantFrom<FileMode>(
  FILE_MODES.file,
  FILE_MODES.executable,
  FILE_MODES.symlink,
  FILE_MODES.submodule,
);
const step = fc.record({
  branch: fc.constantFrom("main", "other"),
  path,
  file: fc.option(fc.record({ mode, text: fc.string() })),
});

test("matches a model tree after any sequence of writes and deletes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      using store = openStore();
      const model = new Map<string, ModelFiles>();
      for (const { branch, path, file } of steps) {
        const files: ModelFiles = new Map(model.get(branch));
        const change = file && { mode: file.mode, sha: writeObject(store, "blob", Buffer.from(file.text)) };
        // A file and a folder can't share a name: the later one wins.
        const isBelow = (other: string) => other.startsWith(`${path}/`);
        for (const other of [...files.keys()]) {
          if (isBelow(other) || (change && path.startsWith(`${other}/`))) files.delete(other);
        }
        if (change) files.set(path, change);
        else files.delete(path);
        model.set(branch, files);
        commitTo(store, branch, { changes: new Map([[path, change]]), message: "", author: ALICE, committer: ALICE });
      }
      for (const [branch, files] of model) {
        const tree = readCommit(store, findRef(store, `refs/heads/${branch}`) ?? "").tree;
        expect(tree).toBe(modelTree(files));
        expect([...flattenTree(store, tree).keys()].sort()).toEqual([...files.keys()].sort());
        for (const [path, { sha }] of files) expect(findEntry(store, tree, path.split("/"))?.sha).toBe(sha);
      }
    }),
    { numRuns: pickSize(20, 60) },
  );
});

test("applies many changes together with the same result as one by one", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(path, fc.option(fc.string())), { maxLength: 20 }), (writes) => {
      using store = openStore();
      const changes = new Map<string, { mode: FileMode; sha: string } | null>();
      for (const [path, text] of writes) {
        // Skips paths inside of files.
        if ([...changes.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) continue;
        changes.set(
          path,
          text === null ? null : { mode: FILE_MODES.file, sha: writeObject(store, "blob", Buffer.from(text)) },
        );
      }
      let tree: string | undefined;
      for (const change of changes) tree = changeTree(store, tree, new Map([change]));
      expect(changeTree(store, undefined, changes)).toBe(tree);
    }),
    { numRuns: pickSize(20, 60) },
  );
});

test("removes empty folders, and returns the empty tree if no file is left", () => {
  using store = openStore();
  const sha = writeObject(store, "blob", Buffer.from("x"));
  const write = (path: string, change: { mode: FileMode; sha: string } | null) =>
    readCommit(
      store,
      commitTo(store, "main", { changes: new Map([[path, change]]), message: "", author: ALICE, committer: ALICE }),
    ).tree;
  write("a/b/c", { mode: FILE_MODES.file, sha });
  write("d", { mode: FILE_MODES.file, sha });
  const tree = write("a/b/c", null);
  expect(readTree(store, tree).map(({ name }) => name)).toEqual(["d"]);
  expect(write("d", null)).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
  expect(findEntry(store, tree, ["d", "x"])).toBeUndefined();
});

test.skipIf(GIT_MISSING)(`writes the same tree as git. ${GIT_MISSING ?? ""}`, () => {
  using store = openStore();
  const sha = writeObject(store, "blob", Buffer.from("x"));
  const names = fc.sample(anyText({ minLength: 1 }), { numRuns: 300, seed: 7 });
  const usable = [...new Set(names.map((name) => Buffer.from(name.replace(/[/\0]/g, "")).toString()))]
    .filter((name) => !["", ".", ".."].includes(name))
    .filter((name) => !/^\.git|^git~/i.test(name));
  const isFolder = (name: string) => name.length % 2 === 0;
  const changes = new Map(
    usable.map((name) => [isFolder(name) ? `${name}/x` : name, { mode: FILE_MODES.file, sha }] as const),
  );
  const tree = changeTree(store, undefined, changes) ?? "";
  using clone = cloneOf(store);
  const inner = changeTree(store, undefined, new Map([["x", { mode: FILE_MODES.file, sha }]]));
  const lines = usable.map((name) =>
    isFolder(name) ? `040000 tree ${inner}\t${name}\0` : `100644 blob ${sha}\t${name}\0`,
  );
  expect(clone.git(["mktree", "-z"], lines.join("")).trim()).toBe(tree);
});

test("rewrites only the changed folder, and stores files of 100 MB", () => {
  using store = openStore();
  const sha = writeObject(store, "blob", Buffer.from("x"));
  const file = { mode: FILE_MODES.file, sha };
  const metadata = { message: "", author: ALICE, committer: ALICE };
  const many = Array.from({ length: 1000 }, (_, index) => [`folder/${index}.txt`, file] as const);
  commitTo(store, "main", { ...metadata, changes: new Map(many) });
  const objects = () => gitObjects.count(store.db, {});
  const before = objects();
  for (let round = 0; round < 100; round++) {
    commitTo(store, "main", { ...metadata, changes: new Map([[`folder/new-${round}`, file]]) });
  }
  // The folder, the root and the commit.
  expect(objects() - before).toBe(300);

  const large = Buffer.alloc(pickSize(1, 100) * 1024 * 1024, 7);
  const blob = writeObject(store, "blob", large);
  expect(blob).toBe(createHash("sha1").update(`blob ${large.length}\0`).update(large).digest("hex"));
});

test("reads the trees that it writes", () => {
  using store = openStore();
  const entries = [
    { mode: FILE_MODES.tree, name: "a", sha: "11".repeat(20) },
    { mode: FILE_MODES.file, name: "a.b", sha: "00".repeat(20) },
  ];
  expect(readTree(store, writeObject(store, "tree", encodeTree(entries)))).toEqual([entries[1], entries[0]]);
});
