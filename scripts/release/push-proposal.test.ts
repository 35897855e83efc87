import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { git } from "./git.ts";
import { PROPOSAL_BUNDLE, PROPOSAL_FILE, pushProposal } from "./push-proposal.ts";
import {
  commitAll,
  createRepositories,
  type Repositories,
  replaceGh,
  temporaryFolder,
  writeFiles,
} from "./release.fixture.ts";

let state: string;

beforeEach(() => {
  state = replaceGh();
});

/** Commits files in a clone, and writes the commit as a proposal. */
function propose({ root, scratch }: Repositories, files: Readonly<Record<string, string>>) {
  const [clone, out] = [join(scratch, "clone"), temporaryFolder()];
  git(scratch, "clone", "--quiet", root, clone);
  writeFiles(clone, files);
  const commit = commitAll(clone, "Forgehand 1.1.0");
  git(clone, "bundle", "create", "--quiet", join(out, PROPOSAL_BUNDLE), "refs/heads/main", `^${commit}^`);
  writeFiles(out, { [PROPOSAL_FILE]: JSON.stringify({ version: "1.1.0", notes: "- More.", commit }) });
  return { commit, out };
}

const VERSION = { "CHANGELOG.md": "# Changelog\n", "packages/core/package.json": "{}", ".changeset/one.md": "-" };

test("a proposed commit is pushed, and described in a pull request", () => {
  const repositories = createRepositories();
  const { commit, out } = propose(repositories, VERSION);
  expect(pushProposal(repositories.root, repositories.scratch, out)).toMatchObject({ version: "1.1.0", commit });
  expect(git(repositories.remote, "rev-parse", "refs/heads/release/next")).toBe(commit);
  const [pull] = JSON.parse(readFileSync(state, "utf8")).pulls;
  expect(pull).toMatchObject({ head: "release/next", title: "Forgehand 1.1.0" });
  expect(pull.body).toContain("- More.");
});

test.each([".github/workflows/release.yml", "scripts/release.ts", "pnpm-lock.yaml"])(
  "a proposed commit that changes %s is not pushed",
  (file) => {
    const repositories = createRepositories();
    const { out } = propose(repositories, { ...VERSION, [file]: "changed" });
    expect(() => pushProposal(repositories.root, repositories.scratch, out)).toThrow(
      `The proposed commit must only change versions and the changelog, got ${file}.`,
    );
    expect(git(repositories.remote, "branch", "--list", "release/next")).toBe("");
  },
);

test("a proposed commit that does not follow the checkout is not pushed", () => {
  const repositories = createRepositories();
  const { out } = propose(repositories, VERSION);
  writeFiles(repositories.root, { "README.md": "More." });
  commitAll(repositories.root, "More.");
  expect(() => pushProposal(repositories.root, repositories.scratch, out)).toThrow(
    "The parent of the proposed commit must be",
  );
});
