import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SeedFiles } from "../seed/history.ts";
import { readCommit } from "./commit.ts";
import { cloneOf, createHistory, GIT_MISSING, headOf, openStore } from "./store.fixture.ts";
import { readGitmodules, submoduleUrl, writeGitmodule } from "./submodules.ts";
import { FILE_MODES, findEntry } from "./tree.ts";

const FILE = String.raw`# comments stand alone
[submodule "vendor/lib"]
	path = vendor/lib
	url = https://example.com/lib.git ; or behind a value
	branch = main
[submodule "with \"quotes\""]
  path = "odd # path"
  URL = ../odd\
.git
[submodule "half"]
	path = half
[other]
	path = vendor/lib
	url = nonsense
[submodule "last"]
	path = a path
	url = "git@example.com:\"x\"/y.git"
`;

test("reads URLs by path", () => {
  expect([...readGitmodules(FILE)]).toEqual([
    ["vendor/lib", "https://example.com/lib.git"],
    ["odd # path", "../odd.git"],
    ["a path", 'git@example.com:"x"/y.git'],
  ]);
});

test("parses the sections that it writes", () => {
  for (const path of ["vendor/lib", "a path", 'q"uo\\te', "hash#tag", "semi;colon"]) {
    expect([...readGitmodules(writeGitmodule(path, "../x y.git"))]).toEqual([[path, "../x y.git"]]);
  }
});

test("updates .gitmodules when a seed adds and removes submodules", () => {
  using store = openStore();
  const sha = "12".repeat(20);
  const commit = (files: SeedFiles) => {
    createHistory(store, { commits: [{ message: "", files }] });
    return readCommit(store, headOf(store)).tree;
  };
  commit({ "vendor/a": { submodule: "../a", sha }, "vendor/b": { submodule: "https://example.com/b", sha } });
  const both = commit({ "README.md": "with two" });
  expect(findEntry(store, both, ["vendor", "a"])).toEqual({ mode: FILE_MODES.submodule, name: "a", sha });
  expect(submoduleUrl(store, both, "vendor/a")).toBe("../a");
  expect(submoduleUrl(store, both, "vendor/b")).toBe("https://example.com/b");
  expect(submoduleUrl(store, both, "vendor/c")).toBeUndefined();
  const one = commit({ "vendor/a": null });
  expect(submoduleUrl(store, one, "vendor/a")).toBeUndefined();
  expect(submoduleUrl(store, one, "vendor/b")).toBe("https://example.com/b");
  expect(findEntry(store, commit({ "vendor/b": null }), [".gitmodules"])).toBeUndefined();
});

test.skipIf(GIT_MISSING)(`reads .gitmodules as git does. ${GIT_MISSING ?? ""}`, () => {
  using store = openStore();
  using clone = cloneOf(store);
  const written = ["vendor/lib", "a path", 'q"uo\\te', "hash#tag"].map((path) => writeGitmodule(path, `../${path}`));
  for (const text of [FILE, written.join("")]) {
    writeFileSync(join(clone.folder, "modules"), text);
    const rows = clone.git(["config", "-f", "modules", "-z", "--get-regexp", "^submodule\\..*\\.(path|url)$"]);
    const fields = new Map(rows.split("\0").map((row) => [row.split("\n")[0] ?? "", row.slice(row.indexOf("\n") + 1)]));
    const expected = [...fields].flatMap(([key, path]) => {
      const url = fields.get(key.replace(/\.path$/, ".url"));
      return key.endsWith(".path") && url !== undefined ? [[path, url]] : [];
    });
    expect([...readGitmodules(text)]).toEqual(expected);
  }
});
