// What no check of this folder covers, each with its reason. Whatever stands for no block that there is fails, too.

/** Commands that can't be run here, by how they begin. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "xcrun safari-web-extension-packager": "It is part of Xcode, which only a Mac has.",
  "sha256sum extension/dist/": "scripts/package.test.ts compares packages that were built twice.",
};

interface Unexecuted {
  readonly document: string;
  readonly begins: string;
  readonly reason: string;
}

/** Modules that are compiled and not run, by how they begin. */
export const NOT_EXECUTED: readonly Unexecuted[] = [
  {
    document: "docs/client.md",
    begins: 'await request("GET /repos/{owner}/{repo}/topics"',
    reason: "It shows what the contract lacks, and the emulator serves the contract.",
  },
  {
    document: "CONTRIBUTING.md",
    begins: "export const topics = [",
    reason: "It serves an operation that is not there: the one that the page shows how to add.",
  },
];

interface Elsewhere {
  readonly document: string;
  readonly language: string;
  readonly test: string;
}

/** Blocks of a language that a test of their own holds against what they show; they count as long as it is there. */
export const CHECKED_ELSEWHERE: readonly Elsewhere[] = [
  { document: "docs/errors.md", language: "text", test: "test/site/errors.test.ts" },
];
