import { expect, test } from "vitest";
import { git, remoteTags } from "./git.ts";
import { planTagUpdates, pushTags } from "./push-tags.ts";
import { buildActionRelease, commitAll, createRepositories, type Repositories, writeFiles } from "./release.fixture.ts";

/**
 * Builds a version of the checkout and pushes its tags.
 * @returns the log
 */
function pushTagsFor(at: Repositories, version: string, bundle = "run()"): readonly string[] {
  const logged: string[] = [];
  const { made, out } = buildActionRelease(at, version, bundle);
  pushTags(made, out, at.root, at.scratch, (line) => logged.push(line));
  return logged;
}

const tagsOf = ({ root, remote }: Repositories) => Object.fromEntries(remoteTags(root, remote));

test("both tags are on one commit that adds the bundle to the sources, and main has no bundle", () => {
  const at = createRepositories();
  pushTagsFor(at, "1.0.0");
  const { v1, "v1.0.0": version } = tagsOf(at);
  expect(v1).toBe(version);
  const inside = git(at.remote, "diff", "--name-status", "main", "v1");
  expect(inside).toBe("A\taction/dist/main.js");
  expect(git(at.remote, "show", "v1:action/dist/main.js")).toBe("run()");
});

test("the same sources and bundle give the same commit, so a second run does nothing", () => {
  const at = createRepositories();
  pushTagsFor(at, "1.0.0");
  const before = tagsOf(at);
  git(at.scratch, "clone", "--quiet", at.remote, "elsewhere");
  const elsewhere = { ...at, root: `${at.scratch}/elsewhere`, scratch: `${at.scratch}/elsewhere/.git` };
  expect(pushTagsFor(elsewhere, "1.0.0")).toEqual(["v1.0.0 and v1 are up to date"]);
  expect(tagsOf(at)).toEqual(before);
});

test("moves only a moving tag that is out of date", () => {
  const at = createRepositories();
  pushTagsFor(at, "1.0.0");
  writeFiles(at.root, { more: "more" });
  commitAll(at.root, "more");
  pushTagsFor(at, "1.1.0");
  const done = tagsOf(at);
  expect(done["v1"]).toBe(done["v1.1.0"]);
  git(at.remote, "tag", "--force", "v1", "v1.0.0");
  expect(pushTagsFor(at, "1.1.0")).toEqual([`set v1 to ${done["v1.1.0"]}`]);
  expect(tagsOf(at)).toEqual(done);
});

test("completing an older version leaves the moving tag on the newest one", () => {
  const at = createRepositories();
  pushTagsFor(at, "1.0.0");
  const old = git(at.root, "rev-parse", "HEAD");
  writeFiles(at.root, { more: "more" });
  commitAll(at.root, "more");
  pushTagsFor(at, "1.10.0");
  pushTagsFor(at, "2.0.0");
  const { "v1.10.0": newest, "v2.0.0": next } = tagsOf(at);
  git(at.root, "checkout", "--quiet", old);
  pushTagsFor(at, "1.9.1");
  expect(tagsOf(at)).toMatchObject({ v1: newest, v2: next });
});

test("rejects a tag whose bundle was not built from its sources, and leaves it in place", () => {
  const at = createRepositories();
  pushTagsFor(at, "1.0.0", "stale()");
  const before = tagsOf(at);
  expect(() => pushTagsFor(at, "1.0.0", "fresh()")).toThrow(
    /^v1\.0\.0 must be on [0-9a-f]{40}, got [0-9a-f]{40}: its bundle was not built from its sources\.$/,
  );
  expect(tagsOf(at)).toEqual(before);
});

test("plans updates without a repository", () => {
  expect(planTagUpdates(new Map(), "1.0.0", "a")).toEqual(
    new Map([
      ["v1.0.0", "a"],
      ["v1", "a"],
    ]),
  );
  const tags = new Map([
    ["v1.0.0", "a"],
    ["v1", "a"],
  ]);
  expect(planTagUpdates(tags, "1.0.0", "a")).toEqual(new Map());
});
