import { describe, expect, test } from "vitest";
import { checkActionCommit, checkSame } from "./action-tag.ts";
import { measure } from "./made.ts";
import { madeAction, repositories, write } from "./repository.fixture.ts";
import { commit, git } from "./repository.ts";

const bundle = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));

test("two builds are the same where every file is", () => {
  expect(() => checkSame(bundle({ a: "1", b: "2" }), bundle({ b: "2", a: "1" }))).not.toThrow();
  expect(() => checkSame(bundle({ a: "1" }), bundle({ a: "2" }))).toThrow("a differs when it is built again.");
  expect(() => checkSame(bundle({ a: "1", b: "2" }), bundle({ a: "1" }))).toThrow("b differs when it is built again.");
  expect(() => checkSame(bundle({ a: "1" }), bundle({ a: "1", b: "2" }))).toThrow("b is there only when");
});

describe("the action's commit", () => {
  test("is refused where a file of it is not the one that was built", () => {
    const { made, clone } = madeAction(repositories(), "1.0.0", "run()");
    const built = { source: made.source, commit: made.action.commit };
    expect(() => checkActionCommit(clone, { ...built, files: made.action.files })).not.toThrow();
    const files = [measure("action/dist/main.js", Buffer.from("other()"))];
    expect(() => checkActionCommit(clone, { ...built, files })).toThrow(
      "action/dist/main.js in the action's commit is not what was built.",
    );
  });

  test("is refused where it changes a source too, or stands on another commit", () => {
    const { made, clone } = madeAction(repositories(), "1.0.0", "run()");
    write(clone, { "action/action.yml": "runs: { using: node24, main: dist/main.js, post: dist/evil.js }\n" });
    git(clone, "add", "--all");
    const more = commit(clone, "more");
    const { files } = made.action;
    expect(() => checkActionCommit(clone, { source: made.source, commit: more, files })).toThrow(/stands on/);
    git(clone, "reset", "--quiet", "--soft", made.source);
    const evil = commit(clone, "evil");
    expect(() => checkActionCommit(clone, { source: made.source, commit: evil, files })).toThrow(
      "The action's commit changes more than its bundle, or less: make it again.",
    );
  });

  test("is refused where a runner would not find what it is to run", () => {
    const at = repositories({ "action/action.yml": "runs: { using: node24, main: dist/index.js }\n" });
    const { made, clone } = madeAction(at, "1.0.0", "run()");
    const { commit: id, files } = made.action;
    expect(() => checkActionCommit(clone, { source: made.source, commit: id, files })).toThrow(
      "action/action.yml runs dist/index.js, which the action's commit does not have.",
    );
  });
});
