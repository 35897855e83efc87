import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PARTS } from "../parts.ts";
import { commitNextVersion, hasWaitingChanges, notesOf } from "./next-version.ts";
import { repositories } from "./repository.fixture.ts";
import { git } from "./repository.ts";
import { sharedVersion } from "./versions.ts";

const CONFIG = readFileSync(fileURLToPath(new URL("../../.changeset/config.json", import.meta.url)), "utf8");

/** A workspace like this one, as far as versions go. */
function workspace(changesets: Readonly<Record<string, string>>): string {
  const manifests = [...PARTS, { name: "@forgehand/docs", folder: "docs" }].map(({ name, folder }) => [
    `${folder}/package.json`,
    JSON.stringify({ name, version: "1.0.0" }),
  ]);
  const changes = Object.entries(changesets).map(([id, text]) => [`.changeset/${id}.md`, text]);
  return repositories({
    ...Object.fromEntries([...manifests, ...changes]),
    ".changeset/config.json": CONFIG,
    ".changeset/README.md": "# Changes\n",
    "package.json": JSON.stringify({ name: "workspace", private: true }),
    "pnpm-workspace.yaml": "packages: [packages/*, extension, action, docs]\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n- The first.\n",
  }).root;
}

test("all parts take the largest step that any change asks for, in one commit with the changelog", () => {
  const root = workspace({
    one: '---\n"@forgehand/core": patch\n---\n\nLists are read to their end.\n',
    two: '---\n"@forgehand/action": minor\n---\n\na new input.\n',
  });
  expect(hasWaitingChanges(root)).toBe(true);
  expect(commitNextVersion(root)).toBe("1.1.0");
  expect(sharedVersion(root)).toBe("1.1.0");
  expect(hasWaitingChanges(root)).toBe(false);
  expect(notesOf(root, "1.1.0")).toBe("- The action: a new input.\n- `@forgehand/core`: Lists are read to their end.");
  expect(git(root, "status", "--porcelain")).toBe("");
});

test.each([
  ["an empty summary", '---\n"@forgehand/core": patch\n---\n\n', ".changeset/one.md has no summary"],
  ["no package", "---\n---\n\nsomething.\n", ".changeset/one.md names no package"],
  ["an unknown package", '---\n"@forgehand/cor": patch\n---\n\nsomething.\n', "The changesets can't be read: "],
])("a change with %s is refused", (_, text, message) => {
  expect(() => commitNextVersion(workspace({ one: text }))).toThrow(message);
});

test("a version that the changelog says nothing of is not released", () => {
  expect(() => notesOf(workspace({}), "1.0.1")).toThrow(
    "Nothing to release: CHANGELOG.md says nothing of 1.0.1, and no changeset says what comes next. Add one with npx changeset.",
  );
});
