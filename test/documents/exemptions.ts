// Blocks and commands that these checks skip, each with its reason. A test fails if an exemption matches nothing.

/** Commands that cannot run here, by prefix. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "xcrun safari-web-extension-packager": "It is part of Xcode, which requires macOS.",
  "gh secret set": "test/conformance/published-clients.test.ts runs gh, if it is installed.",
  "sha256sum extension/dist/": "scripts/package.test.ts compares two builds of the packages.",
};

interface NotExecuted {
  readonly document: string;
  readonly prefix: string;
  readonly reason: string;
}

/** Modules that are compiled and not run, by prefix. */
export const NOT_EXECUTED: readonly NotExecuted[] = [
  {
    document: "docs/client.md",
    prefix: 'await request("GET /repos/{owner}/{repo}/keys"',
    reason: "It shows an endpoint that the contract lacks, and the emulator only serves the contract.",
  },
  {
    document: "docs/client.md",
    prefix: 'import { openAsBlob } from "node:fs"',
    reason: "It reads a file of the user.",
  },
  {
    document: "CONTRIBUTING.md",
    prefix: "export const deployKeys = [",
    reason: "It implements the operation that the page shows how to add, which does not exist.",
  },
];

interface CheckedElsewhere {
  readonly document: string;
  readonly language: string;
  readonly test: string;
}

/** Blocks in a language that another test checks. The exemption applies only while that test file exists. */
export const CHECKED_ELSEWHERE: readonly CheckedElsewhere[] = [
  { document: "docs/errors.md", language: "text", test: "test/site/errors.test.ts" },
];
