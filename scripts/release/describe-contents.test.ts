import { expect, test } from "vitest";
import { describeContents, formatSums } from "./describe-contents.ts";

const fileNamed = (file: string) => ({ file, size: 1, sha256: "0".repeat(64) });

const RELEASE = {
  version: "1.2.3",
  source: "5eed",
  assets: ["forgehand-1.2.3-chrome.zip", "forgehand-1.2.3-firefox.zip", "forgehand-core-1.2.3.cdx.json"].map(fileNamed),
  action: { commit: "c0de", gitBundle: fileNamed("forgehand-action-1.2.3.bundle"), files: [] },
};
const PACKAGES = [
  { name: "@forgehand/core", file: "core.tgz", description: "A client.", node: ">=20.3", commands: [] },
  { name: "@forgehand/other", file: "other.tgz", description: "A tool.", node: ">=24", commands: ["other", "more"] },
];

test("explains every file of a release, and how to try each part", () => {
  const text = describeContents(RELEASE, PACKAGES);
  const files = [...RELEASE.assets, RELEASE.action.gitBundle].map(({ file }) => file);
  for (const file of [...files, "action/", "SHA256SUMS", "NOTES.md", "release.json"]) {
    expect(text).toMatch(new RegExp(`^  ${file.replaceAll(".", "\\.")}\\n    \\S`, "m"));
  }
  expect(text).toContain("npm install ../core.tgz ../other.tgz\n    npx other --help\n    npx more --help\n");
  expect(text).toContain("@forgehand/other: A tool. Needs Node >=24.");
});

test("formats sums as sha256sum does", () => {
  expect(formatSums([fileNamed("a.tgz"), fileNamed("action/dist/main.js")])).toBe(
    `${"0".repeat(64)}  a.tgz\n${"0".repeat(64)}  action/dist/main.js\n`,
  );
});
