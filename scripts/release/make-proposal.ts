import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cloneRepository } from "./clone-repository.ts";
import { git } from "./git.ts";
import { commitNextVersion, releaseNotes } from "./next-version.ts";
import { PROPOSAL_BUNDLE, PROPOSAL_FILE, type Proposal } from "./push-proposal.ts";

/** Commits the next version in a clone, and writes the commit and its description to a folder. */
export function makeProposal(root: string, scratch: string, out: string): Proposal {
  const clone = join(scratch, "next");
  cloneRepository(root, "HEAD", clone);
  const source = git(clone, "rev-parse", "HEAD");
  const version = commitNextVersion(clone);
  const proposal = { version, notes: releaseNotes(clone, version), commit: git(clone, "rev-parse", "HEAD") };
  mkdirSync(out, { recursive: true });
  git(clone, "bundle", "create", "--quiet", join(out, PROPOSAL_BUNDLE), "refs/heads/main", `^${source}`);
  writeFileSync(join(out, PROPOSAL_FILE), `${JSON.stringify(proposal, null, 2)}\n`);
  return proposal;
}
