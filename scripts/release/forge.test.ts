import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isReleased, propose, publishRelease } from "./forge.ts";
import { madeAction, repositories, temporaryFolder } from "./repository.fixture.ts";

let state: string;
const read = () => JSON.parse(readFileSync(state, "utf8"));

beforeEach(() => {
  const folder = temporaryFolder();
  state = join(folder, "gh.json");
  writeFileSync(state, JSON.stringify({ releases: {}, pulls: [] }));
  symlinkSync(fileURLToPath(new URL("gh.fixture.mjs", import.meta.url)), join(folder, "gh"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  vi.stubEnv("GH_FIXTURE", state);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const DONE = {
  isDraft: false,
  title: "Forgehand 1.0.0",
  notes: "- It works.",
  assets: [{ name: "a.tgz" }, { name: "b.zip" }],
};

test("a release gets everything that was made before anybody sees it, once", () => {
  const at = repositories();
  const { made, out } = madeAction(at, "1.0.0", "run()");
  expect(isReleased(at.root, "1.0.0")).toBe(false);
  const said: string[] = [];
  publishRelease(made, out, at.root, (line) => said.push(line));
  expect(said).toEqual(["attached a.tgz", "attached b.zip", "the release v1.0.0 is there"]);
  expect(read().releases).toEqual({ "v1.0.0": DONE });
  expect(isReleased(at.root, "1.0.0")).toBe(true);
  publishRelease(made, out, at.root, () => {});
  expect(read().releases).toEqual({ "v1.0.0": DONE });
});

test("one that was left half-done gets what it lacks", () => {
  const at = repositories();
  const { made, out } = madeAction(at, "1.0.0", "run()");
  const half = { ...DONE, isDraft: true, assets: [{ name: "a.tgz" }] };
  writeFileSync(state, JSON.stringify({ releases: { "v1.0.0": half }, pulls: [] }));
  expect(isReleased(at.root, "1.0.0")).toBe(false);
  publishRelease(made, out, at.root, () => {});
  expect(read().releases).toEqual({ "v1.0.0": DONE });
});

test("one pull request is opened, and kept up to date", () => {
  const { root } = repositories();
  propose(root, "release/next", "Forgehand 1.0.0", "one");
  propose(root, "release/next", "Forgehand 1.1.0", "two");
  expect(read().pulls).toEqual([{ number: 1, head: "release/next", title: "Forgehand 1.1.0", body: "two" }]);
});
