import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { readLockfile } from "./lockfile.ts";
import { shippedPackages } from "./shipped-packages.ts";

const lockfile = readLockfile();
const names = (folder: string) =>
  [...shippedPackages(folder, lockfile)].map((key) => key.slice(0, key.lastIndexOf("@"))).sort();

test("core ships exactly two packages", () => {
  expect(names("packages/core")).toEqual(["@noble/hashes", "tweetnacl"]);
});

test.each(PARTS.slice(1))("$folder ships core's dependencies, but not the test runner", ({ folder }) => {
  expect(names(folder)).toEqual(expect.arrayContaining(names("packages/core")));
  expect(names(folder)).not.toContain("vitest");
});

test("indirect dependencies, and packages that a build tool bundles, are included", () => {
  expect(names("action")).toEqual(expect.arrayContaining(["@actions/core", "@actions/io", "tunnel"]));
  expect(names("extension")).toContain("@wxt-dev/browser");
});
