import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { readLockfile } from "./lockfile.ts";
import { shipped } from "./shipped.ts";

const lockfile = readLockfile();
const names = (folder: string) =>
  [...shipped(folder, lockfile)].map((key) => key.slice(0, key.lastIndexOf("@"))).sort();

test("what comes with the core is what its README names", () => {
  expect(names("packages/core")).toEqual(["@noble/hashes", "tweetnacl", "zod"]);
});

test.each(PARTS.slice(1))("with $folder comes all that the core needs, and no test runner", ({ folder }) => {
  expect(names(folder)).toEqual(expect.arrayContaining(names("packages/core")));
  expect(names(folder)).not.toContain("vitest");
});

test("what a dependency needs comes too, and so does what a bundle takes from the tool that makes it", () => {
  expect(names("action")).toEqual(expect.arrayContaining(["@actions/core", "@actions/io", "tunnel"]));
  expect(names("extension")).toContain("@wxt-dev/browser");
});
