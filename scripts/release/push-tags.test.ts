import { expect, test } from "vitest";
import { git, remoteTags } from "./git.ts";
import { planTagUpdates, pushTags } from "./push-tags.ts";
import { buildActionRelease, commitAll, createRepositories, type Repositories, writeFiles } from "./release.fixture.ts";

/**
 * Builds a version of the checkout and pushes its tags.
 * @returns the log
 */
function pushTagsFor(repositories: Repositories, version: string, bundle = "run()"): readonly string[] {
  const logged: string[] = [];
  const { manifest, out } = buildActionRelease(repositories, version, bundle);
  pushTags(manifest, out, repositories.root, repositories.scratch, (line) => logged.push(line));
  return logged;
}

const tagsOf = ({ root, remote }: Repositories) => Object.fromEntries(remoteTags(root, remote));

test("both tags are on one commit that adds the bundle to the sources, and main has no bundle", () => {
  const repositories = createRepositories();
  pushTagsFor(repositories, "1.0.0");
  const { v1, "v1.0.0": version } = tagsOf(repositories);
  expect(v1).toBe(version);
  const changes = git(repositories.remote, "diff", "--name-status", "main", "v1");
  expect(changes).toBe("A\taction/dist/main.js");
  expect(git(repositories.remote, "show", "v1:action/dist/main.js")).toBe("run()");
});

test("the same sources and bundle give the same commit, so a second run does nothing", () => {
  const repositories = createRepositories();
  pushTagsFor(repositories, "1.0.0");
  const before = tagsOf(repositories);
  git(repositories.scratch, "clone", "--quiet", repositories.remote, "elsewhere");
  const elsewhere = {
    ...repositories,
    root: `${repositories.scratch}/elsewhere`,
    scratch: `${repositories.scratch}/elsewhere/.git`,
  };
  expect(pushTagsFor(elsewhere, "1.0.0")).toEqual(["v1.0.0 and v1 are up to date"]);
  expect(tagsOf(repositories)).toEqual(before);
});

test("moves only the major tag if only that is out of date", () => {
  const repositories = createRepositories();
  pushTagsFor(repositories, "1.0.0");
  writeFiles(repositories.root, { more: "more" });
  commitAll(repositories.root, "more");
  pushTagsFor(repositories, "1.1.0");
  const expected = tagsOf(repositories);
  expect(expected["v1"]).toBe(expected["v1.1.0"]);
  git(repositories.remote, "tag", "--force", "v1", "v1.0.0");
  expect(pushTagsFor(repositories, "1.1.0")).toEqual([`set v1 to ${expected["v1.1.0"]}`]);
  expect(tagsOf(repositories)).toEqual(expected);
});

test("releasing an older version leaves the major tag on the newest version", () => {
  const repositories = createRepositories();
  pushTagsFor(repositories, "1.0.0");
  const oldCommit = git(repositories.root, "rev-parse", "HEAD");
  writeFiles(repositories.root, { more: "more" });
  commitAll(repositories.root, "more");
  pushTagsFor(repositories, "1.10.0");
  pushTagsFor(repositories, "2.0.0");
  const { "v1.10.0": newest, "v2.0.0": next } = tagsOf(repositories);
  git(repositories.root, "checkout", "--quiet", oldCommit);
  pushTagsFor(repositories, "1.9.1");
  expect(tagsOf(repositories)).toMatchObject({ v1: newest, v2: next });
});

test("rejects a tag whose bundle was not built from its sources, and leaves it in place", () => {
  const repositories = createRepositories();
  pushTagsFor(repositories, "1.0.0", "stale()");
  const before = tagsOf(repositories);
  expect(() => pushTagsFor(repositories, "1.0.0", "fresh()")).toThrow(
    /^v1\.0\.0 must be on [0-9a-f]{40}, got [0-9a-f]{40}: its bundle was not built from its sources\.$/,
  );
  expect(tagsOf(repositories)).toEqual(before);
});

test("planTagUpdates returns only the tags that must be set", () => {
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
