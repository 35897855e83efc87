import { expect, test } from "vitest";
import { commitAll, madeAction, type Repositories, repositories, write } from "./repository.fixture.ts";
import { git, remoteTags } from "./repository.ts";
import { pushTags, tagMoves } from "./tags.ts";

/** Makes and tags a version of what is checked out. @returns what was said */
function tag(at: Repositories, version: string, bundle = "run()"): readonly string[] {
  const said: string[] = [];
  const { made, out } = madeAction(at, version, bundle);
  pushTags(made, out, at.root, at.scratch, (line) => said.push(line));
  return said;
}

const tagsOf = ({ root, remote }: Repositories) => Object.fromEntries(remoteTags(root, remote));

test("both tags are on one commit that is the sources and the bundle, and main has no bundle", () => {
  const at = repositories();
  tag(at, "1.0.0");
  const { v1, "v1.0.0": version } = tagsOf(at);
  expect(v1).toBe(version);
  const inside = git(at.remote, "diff", "--name-status", "main", "v1");
  expect(inside).toBe("A\taction/dist/main.js");
  expect(git(at.remote, "show", "v1:action/dist/main.js")).toBe("run()");
});

test("the same sources and bundle make the same commit, so that doing it again does nothing", () => {
  const at = repositories();
  tag(at, "1.0.0");
  const before = tagsOf(at);
  git(at.scratch, "clone", "--quiet", at.remote, "elsewhere");
  const elsewhere = { ...at, root: `${at.scratch}/elsewhere`, scratch: `${at.scratch}/elsewhere/.git` };
  expect(tag(elsewhere, "1.0.0")).toEqual(["v1.0.0 and v1 are there already"]);
  expect(tagsOf(at)).toEqual(before);
});

test("a moving tag that was left behind is moved, and nothing else", () => {
  const at = repositories();
  tag(at, "1.0.0");
  write(at.root, { more: "more" });
  commitAll(at.root, "more");
  tag(at, "1.1.0");
  const done = tagsOf(at);
  expect(done["v1"]).toBe(done["v1.1.0"]);
  git(at.remote, "tag", "--force", "v1", "v1.0.0");
  expect(tag(at, "1.1.0")).toEqual([`put v1 on ${done["v1.1.0"]}`]);
  expect(tagsOf(at)).toEqual(done);
});

test("finishing an older version leaves the moving tag with the newest", () => {
  const at = repositories();
  tag(at, "1.0.0");
  const old = git(at.root, "rev-parse", "HEAD");
  write(at.root, { more: "more" });
  commitAll(at.root, "more");
  tag(at, "1.10.0");
  tag(at, "2.0.0");
  const { "v1.10.0": newest, "v2.0.0": next } = tagsOf(at);
  git(at.root, "checkout", "--quiet", old);
  tag(at, "1.9.1");
  expect(tagsOf(at)).toMatchObject({ v1: newest, v2: next });
});

test("a tag with another bundle than the sources make is refused, and stays", () => {
  const at = repositories();
  tag(at, "1.0.0", "stale()");
  const before = tagsOf(at);
  expect(() => tag(at, "1.0.0", "fresh()")).toThrow(
    /^v1\.0\.0 is on [0-9a-f]{40}, but its sources make [0-9a-f]{40}: the bundle on the tag is not theirs\.$/,
  );
  expect(tagsOf(at)).toEqual(before);
});

test("what is wanted is told without a repository", () => {
  expect(tagMoves(new Map(), "1.0.0", "a")).toEqual(
    new Map([
      ["v1.0.0", "a"],
      ["v1", "a"],
    ]),
  );
  const tags = new Map([
    ["v1.0.0", "a"],
    ["v1", "a"],
  ]);
  expect(tagMoves(tags, "1.0.0", "a")).toEqual(new Map());
});
