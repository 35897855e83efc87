import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isTreePath, segmentsOf } from "./path.ts";
import { isRefName } from "./ref-name.ts";
import { decodeSignature, encodeSignature, sign, signedAt } from "./signature.ts";
import { WITHOUT_GIT } from "./store.fixture.ts";

const GOOD_NAMES = ["main", "feature/one", "v1.0.0", "a@b", "ünïcode", "a-b_c", "@a", "x.lockx", "HEAD"];
const BAD_NAMES = [
  "",
  "@",
  "/a",
  "a/",
  "a//b",
  ".a",
  "a/.b",
  "a..b",
  "a.lock",
  "a.lock/b",
  "a b",
  "a~1",
  "a^",
  "a:b",
].concat(["a?", "a*", "a[b", "a\\b", "a@{b", "a.", "a\tb", "a\x7f", "-a"]);

test("A branch's name is what git takes for one.", () => {
  expect(GOOD_NAMES.filter((name) => !isRefName(name))).toEqual([]);
  expect(BAD_NAMES.filter(isRefName)).toEqual([]);
});

test.skipIf(WITHOUT_GIT)(`Git agrees about names. ${WITHOUT_GIT ?? ""}`, () => {
  // A branch may not begin with "-" although a ref may, which only `--branch` minds; "HEAD" is a ref's name all the same.
  const takes = (name: string) => {
    const full = spawnSync("git", ["check-ref-format", `refs/heads/${name}`]).status === 0;
    return full && !name.startsWith("-") && name !== "@";
  };
  for (const name of [...GOOD_NAMES, ...BAD_NAMES]) expect([name, isRefName(name)]).toEqual([name, takes(name)]);
});

test("A path leads to a file, and never out of the tree or into git's own folder.", () => {
  expect(
    ["a", "a/b", ".github/workflows/ci.yml", "...", "a b", ".gitignore", "git", ".git2"].filter(
      (path) => !isTreePath(path),
    ),
  ).toEqual([]);
  const bad = [
    "",
    "/a",
    "a/",
    "a//b",
    ".",
    "a/./b",
    "..",
    "a/../b",
    ".git",
    "a/.GIT/config",
    ".git.",
    ".git ",
    "git~1",
  ];
  expect([...bad, ".git::$INDEX_ALLOCATION", "a\\.git", ".g\u200cit", "a\0b"].filter(isTreePath)).toEqual([]);
  expect(segmentsOf("/a//b/")).toEqual(["a", "b"]);
  expect(segmentsOf("")).toEqual([]);
});

test("Who signs keeps the zone of their clock, and no letter that would break the line.", () => {
  const signature = sign(" .Alice <Archer>\n; ", "<alice@example.com>", "2024-05-06T07:08:09.500+02:00");
  expect(signature).toEqual({ name: "Alice Archer", email: "alice@example.com", seconds: 1714972089, zone: "+0200" });
  if (!signature) throw new Error("no signature");
  expect(encodeSignature(signature)).toBe("Alice Archer <alice@example.com> 1714972089 +0200");
  expect(decodeSignature(encodeSignature(signature))).toEqual(signature);
  expect(signedAt(signature)).toBe("2024-05-06T05:08:09Z");
  expect(sign("A", "a", "2024-05-06T07:08:09Z")?.zone).toBe("+0000");
  expect(sign("A", "a", "2024-05-06T07:08:09-0330")?.zone).toBe("-0330");
});

test("Git can't write a signature without a name, or from before its time.", () => {
  expect(sign("<>", "a@example.com", "2024-05-06T07:08:09Z")).toBeUndefined();
  expect(sign("A", " ", "2024-05-06T07:08:09Z")).toBeUndefined();
  expect(sign("A", "a@example.com", "1969-12-31T23:59:59Z")).toBeUndefined();
  expect(sign("A", "a@example.com", "tomorrow")).toBeUndefined();
});
