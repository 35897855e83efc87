import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { git } from "./git.ts";
import { commitNextVersion, hasPendingChangesets, releaseNotes } from "./next-version.ts";
import { createRepositories } from "./release.fixture.ts";
import { sharedVersion } from "./versions.ts";

const CONFIG = readFileSync(fileURLToPath(new URL("../../.changeset/config.json", import.meta.url)), "utf8");

/** Creates a workspace with this project's parts and the given changesets. */
function workspace(changesets: Readonly<Record<string, string>>): string {
  const manifests = [...PARTS, { name: "@forgehand/docs", folder: "docs" }].map(({ name, folder }) => [
    `${folder}/package.json`,
    JSON.stringify({ name, version: "1.0.0" }),
  ]);
  const changes = Object.entries(changesets).map(([id, text]) => [`.changeset/${id}.md`, text]);
  return createRepositories({
    ...Object.fromEntries([...manifests, ...changes]),
    ".changeset/config.json": CONFIG,
    ".changeset/README.md": "# Changes\n",
    "package.json": JSON.stringify({ name: "workspace", private: true }),
    "pnpm-workspace.yaml": "packages: [packages/*, extension, action, docs]\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n- The first.\n",
  }).root;
}

test("all parts get the largest version increment of any change, in one commit with the changelog", () => {
  const root = workspace({
    one: '---\n"@forgehand/core": patch\n---\n\nLists are read to their end.\n',
    two: '---\n"@forgehand/action": minor\n---\n\na new input.\n',
  });
  expect(hasPendingChangesets(root)).toBe(true);
  expect(commitNextVersion(root)).toBe("1.1.0");
  expect(sharedVersion(root)).toBe("1.1.0");
  expect(hasPendingChangesets(root)).toBe(false);
  expect(releaseNotes(root, "1.1.0")).toBe(
    "- The action: a new input.\n- `@forgehand/core`: Lists are read to their end.",
  );
  expect(git(root, "status", "--porcelain")).toBe("");
});

test.each([
  ["an empty summary", '---\n"@forgehand/core": patch\n---\n\n', ".changeset/one.md must have a summary"],
  ["no package", "---\n---\n\nsomething.\n", ".changeset/one.md must name at least one package"],
  ["an unknown package", '---\n"@forgehand/cor": patch\n---\n\nsomething.\n', "The changesets can't be read: "],
])("rejects a changeset with %s", (_, text, message) => {
  expect(() => commitNextVersion(workspace({ one: text }))).toThrow(message);
});

test("rejects a version without a changelog section", () => {
  expect(() => releaseNotes(workspace({}), "1.0.1")).toThrow(
    "Nothing to release: CHANGELOG.md has no section for 1.0.1, and there is no changeset. Add one with npx changeset.",
  );
});
