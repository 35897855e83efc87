import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isTreePath, segmentsOf } from "./path.ts";
import { isRefName } from "./ref-name.ts";
import { createSignature, decodeSignature, encodeSignature, signatureTime } from "./signature.ts";
import { GIT_MISSING } from "./store.fixture.ts";

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

test("accepts the branch names that git accepts", () => {
  expect(GOOD_NAMES.filter((name) => !isRefName(name))).toEqual([]);
  expect(BAD_NAMES.filter(isRefName)).toEqual([]);
});

test.skipIf(GIT_MISSING)(`agrees with git about names. ${GIT_MISSING ?? ""}`, () => {
  // A branch must not start with "-", which only `--branch` checks. "HEAD" is a valid ref name.
  const isAccepted = (name: string) => {
    const full = spawnSync("git", ["check-ref-format", `refs/heads/${name}`]).status === 0;
    return full && !name.startsWith("-") && name !== "@";
  };
  for (const name of [...GOOD_NAMES, ...BAD_NAMES]) expect([name, isRefName(name)]).toEqual([name, isAccepted(name)]);
});

test("rejects paths that leave the tree or lead into .git", () => {
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

test("keeps a signature's time zone and removes invalid characters", () => {
  const signature = createSignature(" .Alice <Archer>\n; ", "<alice@example.com>", "2024-05-06T07:08:09.500+02:00");
  expect(signature).toEqual({ name: "Alice Archer", email: "alice@example.com", seconds: 1714972089, zone: "+0200" });
  if (!signature) throw new Error("no signature");
  expect(encodeSignature(signature)).toBe("Alice Archer <alice@example.com> 1714972089 +0200");
  expect(decodeSignature(encodeSignature(signature))).toEqual(signature);
  expect(signatureTime(signature)).toBe("2024-05-06T05:08:09Z");
  expect(createSignature("A", "a", "2024-05-06T07:08:09Z")?.zone).toBe("+0000");
  expect(createSignature("A", "a", "2024-05-06T07:08:09-0330")?.zone).toBe("-0330");
});

test("rejects signatures without a name or from before 1970", () => {
  expect(createSignature("<>", "a@example.com", "2024-05-06T07:08:09Z")).toBeUndefined();
  expect(createSignature("A", " ", "2024-05-06T07:08:09Z")).toBeUndefined();
  expect(createSignature("A", "a@example.com", "1969-12-31T23:59:59Z")).toBeUndefined();
  expect(createSignature("A", "a@example.com", "tomorrow")).toBeUndefined();
});
