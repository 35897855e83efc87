import type { Input } from "@forgehand/core/contract";
import type { updateRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { RepositoryCall } from "../../http/call.ts";
import { invalid, rejected } from "../../http/refusal.ts";
import { getAccount } from "../../state/accounts.ts";
import { findRef, type GitStore, listRefs } from "../../state/git.ts";
import { findRepository, RepositorySettings } from "../../state/repositories.ts";
import type { RepositoryChanges } from "../../state/repository-changes.ts";
import { getTeam } from "../../state/teams.ts";
import { heldSettings } from "../families/repository-security.ts";
import { ownersAlone } from "./repository-restrictions.ts";

type Told = Input<typeof updateRepository>;

/** What a call makes of a repository, its name included. @throws Refusal 422 on what can't be */
export function readChanges(call: RepositoryCall, told: Told): RepositoryChanges & { readonly name: string } {
  const { description, homepage, default_branch, archived } = told;
  const isPrivate = readVisibility(call, told);
  return {
    name: readName(call, told.name),
    settings: heldSettings(call.world.db, call.repository, readSettings(call, told)),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
    ...(homepage === undefined ? {} : { homepage: homepage === "" ? null : homepage }),
    ...(default_branch === undefined ? {} : { default_branch: checkBranch(call, default_branch) }),
    ...(archived === undefined ? {} : { archived }),
    ...(isPrivate === undefined ? {} : { private: isPrivate }),
  };
}

const LONGEST_NAME = 100;

/** A name may have letters, digits, `-`, `_` and `.`; whatever else becomes `-`, and `.git` is no part of it. */
function readName({ world, repository }: RepositoryCall, wanted: string | undefined): string {
  if (wanted === undefined) return repository.name;
  const name = wanted.replace(/[^\w.-]+/g, "-").replace(/\.git$/i, "");
  if (/^\.*$/.test(name)) throw refusal("name", "name is no name for a repository");
  if (name.length > LONGEST_NAME) {
    throw refusal("name", `name is too long (maximum is ${LONGEST_NAME} characters)`);
  }
  const holder = findRepository(world.db, getAccount(world.db, repository.owner_id).login, name);
  if (holder && holder.id !== repository.id) throw refusal("name", "name already exists on this account");
  return name;
}

/** Whether it is to be private; undefined for no change. Of the two fields that say it, `visibility` counts. */
function readVisibility(call: RepositoryCall, told: Told): boolean | undefined {
  const { repository } = call;
  const wanted = told.visibility === undefined ? told.private : told.visibility === "private";
  if (wanted === undefined || wanted === repository.private) return undefined;
  const field = told.visibility === undefined ? "private" : "visibility";
  if (ownersAlone(call, "members_can_change_repo_visibility")) {
    throw refusal(field, "Only organization owners can change repository visibility.");
  }
  if (repository.parent_id !== null) throw refusal(field, "A fork has the visibility of what it was forked from.");
  return wanted;
}

function checkBranch({ world, repository }: RepositoryCall, branch: string): string {
  const store: GitStore = { db: world.db, repositoryId: repository.id };
  if (branch === repository.default_branch || findRef(store, `refs/heads/${branch}`) !== undefined) return branch;
  if (listRefs(store, "refs/heads/").length > 0) {
    throw refusal("default_branch", `The branch ${branch} was not found. Please push that ref first.`);
  }
  throw refusal("default_branch", "Cannot update default branch for an empty repository. Please push something first.");
}

/** Which messages go with which titles of a merge (public description of the operation). */
const SQUASH_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "COMMIT_MESSAGES", "BLANK"],
  COMMIT_OR_PR_TITLE: ["COMMIT_MESSAGES"],
};
const MERGE_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "BLANK"],
  MERGE_MESSAGE: ["PR_TITLE"],
};

function readSettings(call: RepositoryCall, told: Told): RepositorySettings {
  const before = call.repository.settings;
  const switched = Object.entries(told).filter(([field]) => Object.hasOwn(RepositorySettings.shape, field));
  const after = z.parse(RepositorySettings, {
    ...before,
    ...Object.fromEntries(switched),
    ...titleBySwitch(told),
    ...readSecurity(call, told),
  });
  after.use_squash_pr_title_as_default = after.squash_merge_commit_title === "PR_TITLE";
  if (!after.allow_squash_merge && !after.allow_merge_commit && !after.allow_rebase_merge) {
    throw refusal("allow_merge_commit", "Sorry, you need to allow at least one merge strategy.");
  }
  if (!SQUASH_MESSAGES[after.squash_merge_commit_title]?.includes(after.squash_merge_commit_message)) {
    throw refusal("squash_merge_commit_message", "This message does not go with the title of squash merge commits.");
  }
  if (!MERGE_MESSAGES[after.merge_commit_title]?.includes(after.merge_commit_message)) {
    throw refusal("merge_commit_message", "This message does not go with the title of merge commits.");
  }
  return after;
}

/** The older way to say which title a squash has; the newer one counts where both are used. */
function titleBySwitch({ use_squash_pr_title_as_default: isTitle, squash_merge_commit_title: title, ...told }: Told) {
  if (isTitle === undefined || title !== undefined) return {};
  if (isTitle) return { squash_merge_commit_title: "PR_TITLE" };
  const message = told.squash_merge_commit_message ?? "COMMIT_MESSAGES";
  return { squash_merge_commit_title: "COMMIT_OR_PR_TITLE", squash_merge_commit_message: message };
}

const Status = z.enum(["enabled", "disabled"]);

/** The security features that are switched, and who may let secrets through. */
function readSecurity({ world, repository }: RepositoryCall, { security_and_analysis: told }: Told) {
  if (!told) return {};
  const { secret_scanning_delegated_bypass_options: options, ...features } = told;
  const security = { ...repository.settings.security };
  for (const [feature, toggle] of Object.entries(features)) {
    if (toggle?.status === undefined) continue;
    const field = `security_and_analysis.${feature}.status`;
    const status = z.safeParse(Status, toggle.status);
    if (!status.success) throw invalid(field, "status is enabled or disabled");
    security[feature] = status.data;
  }
  for (const { reviewer_id, reviewer_type } of options?.reviewers ?? []) {
    if (reviewer_type !== "TEAM" || getTeam(world.db, reviewer_id)?.organization_id === repository.owner_id) continue;
    const field = "security_and_analysis.secret_scanning_delegated_bypass_options.reviewers";
    throw invalid(field, `there is no team ${reviewer_id}`);
  }
  return { security, ...(options?.reviewers ? { bypass_reviewers: options.reviewers } : {}) };
}

const refusal = (field: string, message: string) => rejected("Repository", field, message);
