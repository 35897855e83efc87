import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { git, splitLines } from "./git.ts";
import { openPullRequest } from "./github-release.ts";
import { readStepOutput } from "./out-folder.ts";
import { parseJson } from "./read-json.ts";
import { ReleaseError } from "./release-error.ts";

/** A commit with the next version, which a job without write access has made. */
export interface Proposal {
  readonly version: string;
  /** Changelog section of the version. */
  readonly notes: string;
  readonly commit: string;
}

/** Files in the folder of a proposal. */
export const PROPOSAL_FILE = "proposal.json";
export const PROPOSAL_BUNDLE = "proposal.bundle";

/** Branch of the pull request with the next version. */
const BRANCH = "release/next";

/** Files that the next version changes. */
const VERSION_FILES = /^(?:CHANGELOG\.md|\.changeset\/[\w-]+\.md|[\w/-]*package\.json)$/;

/**
 * Pushes the proposed commit, and opens or updates its pull request.
 * @throws ReleaseError if the commit does not follow the checkout, or changes other files
 */
export function pushProposal(root: string, scratch: string, out: string): Proposal {
  const proposal = parseJson(readStepOutput(out, PROPOSAL_FILE, "next"), { version: "", notes: "", commit: "" });
  const bare = join(scratch, "proposal.git");
  rmSync(bare, { recursive: true, force: true });
  git(root, "clone", "--quiet", "--bare", root, bare);
  git(bare, "fetch", "--quiet", resolve(out, PROPOSAL_BUNDLE), "refs/heads/main");
  checkProposal(bare, proposal.commit, git(root, "rev-parse", "HEAD"));
  const remote = git(root, "remote", "get-url", "origin");
  git(bare, "push", "--quiet", "--force", remote, `${proposal.commit}:refs/heads/${BRANCH}`);
  const { version, notes } = proposal;
  const body = `Merging this releases ${version} with these notes:\n\n${notes}`;
  openPullRequest(root, BRANCH, `Forgehand ${version}`, body);
  return proposal;
}

/** @throws ReleaseError */
function checkProposal(folder: string, commit: string, source: string): void {
  const parents = git(folder, "show", "--no-patch", "--format=%P", commit);
  if (parents !== source)
    throw new ReleaseError(`The parent of the proposed commit must be ${source}, got ${parents}.`);
  const changed = splitLines(git(folder, "diff", "--name-only", "--no-renames", source, commit));
  const unexpected = changed.find((file) => !VERSION_FILES.test(file));
  if (unexpected !== undefined)
    throw new ReleaseError(`The proposed commit must only change versions and the changelog, got ${unexpected}.`);
}
