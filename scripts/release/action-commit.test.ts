import { describe, expect, test } from "vitest";
import { checkActionCommit, checkReproducible } from "./action-commit.ts";
import { commit, git } from "./git.ts";
import { buildActionRelease, createRepositories, writeFiles } from "./release.fixture.ts";
import { describeFile } from "./release-manifest.ts";

const bundle = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));

test("two builds are equal if all their files are identical", () => {
  expect(() => checkReproducible(bundle({ a: "1", b: "2" }), bundle({ b: "2", a: "1" }))).not.toThrow();
  expect(() => checkReproducible(bundle({ a: "1" }), bundle({ a: "2" }))).toThrow(
    "a must be identical in two builds, but differs.",
  );
  expect(() => checkReproducible(bundle({ a: "1", b: "2" }), bundle({ a: "1" }))).toThrow(
    "b must be identical in two builds, but differs.",
  );
  expect(() => checkReproducible(bundle({ a: "1" }), bundle({ a: "1", b: "2" }))).toThrow(
    "b must be in both builds, but is only in the second.",
  );
});

describe("the action's commit", () => {
  test("is rejected if a file differs from the built one", () => {
    const { manifest, clone } = buildActionRelease(createRepositories(), "1.0.0", "run()");
    const built = { source: manifest.source, commit: manifest.action.commit };
    expect(() => checkActionCommit(clone, { ...built, files: manifest.action.files })).not.toThrow();
    const files = [describeFile("action/dist/main.js", Buffer.from("other()"))];
    expect(() => checkActionCommit(clone, { ...built, files })).toThrow(
      "action/dist/main.js in the action's commit must be identical to the built file.",
    );
  });

  test("is rejected if it also changes a source file, or has another parent", () => {
    const { manifest, clone } = buildActionRelease(createRepositories(), "1.0.0", "run()");
    writeFiles(clone, { "action/action.yml": "runs: { using: node24, main: dist/main.js, post: dist/evil.js }\n" });
    git(clone, "add", "--all");
    const changedCommit = commit(clone, "more");
    const { files } = manifest.action;
    expect(() => checkActionCommit(clone, { source: manifest.source, commit: changedCommit, files })).toThrow(
      /parent of the action's commit/,
    );
    git(clone, "reset", "--quiet", "--soft", manifest.source);
    const evilCommit = commit(clone, "evil");
    expect(() => checkActionCommit(clone, { source: manifest.source, commit: evilCommit, files })).toThrow(
      "The action's commit must add exactly the bundle's files. Build the release again.",
    );
  });

  test("is rejected if action.yml runs a missing file", () => {
    const repositories = createRepositories({ "action/action.yml": "runs: { using: node24, main: dist/index.js }\n" });
    const { manifest, clone } = buildActionRelease(repositories, "1.0.0", "run()");
    const { commit: id, files } = manifest.action;
    expect(() => checkActionCommit(clone, { source: manifest.source, commit: id, files })).toThrow(
      "runs.main in action/action.yml must be a file of the action's commit, got dist/index.js.",
    );
  });
});
