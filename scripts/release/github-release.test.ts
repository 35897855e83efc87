import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { isReleased, openPullRequest, publishRelease } from "./github-release.ts";
import { buildActionRelease, createRepositories, replaceGh } from "./release.fixture.ts";

let state: string;
const readState = () => JSON.parse(readFileSync(state, "utf8"));

beforeEach(() => {
  state = replaceGh();
});

const DONE = {
  isDraft: false,
  title: "Forgehand 1.0.0",
  notes: "- It works.",
  assets: [{ name: "a.tgz" }, { name: "b.zip" }],
};

test("a release is published once, after all assets are attached", () => {
  const repositories = createRepositories();
  const { manifest, out } = buildActionRelease(repositories, "1.0.0", "run()");
  expect(isReleased(repositories.root, "1.0.0")).toBe(false);
  const logged: string[] = [];
  publishRelease(manifest, out, repositories.root, (line) => logged.push(line));
  expect(logged).toEqual(["attached a.tgz", "attached b.zip", "the release v1.0.0 is published"]);
  expect(readState().releases).toEqual({ "v1.0.0": DONE });
  expect(isReleased(repositories.root, "1.0.0")).toBe(true);
  publishRelease(manifest, out, repositories.root, () => {});
  expect(readState().releases).toEqual({ "v1.0.0": DONE });
});

test("a draft that lacks assets is completed and published", () => {
  const repositories = createRepositories();
  const { manifest, out } = buildActionRelease(repositories, "1.0.0", "run()");
  const partial = { ...DONE, isDraft: true, assets: [{ name: "a.tgz" }] };
  writeFileSync(state, JSON.stringify({ releases: { "v1.0.0": partial }, pulls: [] }));
  expect(isReleased(repositories.root, "1.0.0")).toBe(false);
  publishRelease(manifest, out, repositories.root, () => {});
  expect(readState().releases).toEqual({ "v1.0.0": DONE });
});

test("opens one pull request, and updates it", () => {
  const { root } = createRepositories();
  openPullRequest(root, "release/next", "Forgehand 1.0.0", "one");
  openPullRequest(root, "release/next", "Forgehand 1.1.0", "two");
  expect(readState().pulls).toEqual([{ number: 1, head: "release/next", title: "Forgehand 1.1.0", body: "two" }]);
});
