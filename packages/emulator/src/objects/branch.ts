import type { EmulatorContext } from "../emulator-context.ts";
import type { BranchProtectionRow } from "../state/branch-protections.ts";
import type { GitStore } from "../state/git-store.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { protectionUrl, renderProtectionSummary } from "./branch-protection.ts";
import { renderCommit } from "./commit.ts";
import { encodePath } from "./content.ts";

/** A branch with its protection. */
export interface BranchView {
  readonly name: string;
  /** Its head commit. */
  readonly sha: string;
  /** Whether a protection or a ruleset protects it. */
  readonly isProtected: boolean;
  readonly protection: BranchProtectionRow | undefined;
}

/** Renders a branch in a list. */
export function renderBranch(context: EmulatorContext, repository: Repository, branch: BranchView) {
  const { name, sha, isProtected } = branch;
  const url = `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/commits/${sha}`;
  return { name, commit: { sha, url }, protected: isProtected };
}

/** Renders a single branch with its head commit. */
export function renderFullBranch(
  context: EmulatorContext,
  repository: Repository,
  store: GitStore,
  { name, sha, isProtected, protection }: BranchView,
) {
  const fullName = fullNameOf(context.db, repository);
  return {
    name,
    commit: renderCommit(context, repository, store, sha),
    _links: {
      self: `${context.apiUrl}/repos/${fullName}/branches/${encodeURIComponent(name)}`,
      html: `${context.webUrl}/${fullName}/tree/${encodePath(name)}`,
    },
    protected: isProtected,
    protection: renderProtectionSummary(protection),
    protection_url: protectionUrl(context, repository, name),
  };
}
