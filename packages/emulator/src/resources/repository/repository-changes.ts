import type { Input } from "@forgehand/core/contract";
import type { updateRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { RepositoryCall } from "../../http/handler.ts";
import { customFieldError, HttpError, invalid } from "../../http-error.ts";
import { getAccount } from "../../state/accounts.ts";
import { findRef, type GitStore, listRefs } from "../../state/git-store.ts";
import { findRepository, RepositorySettings, visibilityOf } from "../../state/repositories.ts";
import type { RepositoryChanges } from "../../state/repository-changes.ts";
import { teams } from "../../state/teams.ts";
import { enforceSettings } from "../shared/repository-security.ts";
import { isRestrictedToOwners } from "./repository-restrictions.ts";

type RepositoryUpdateInput = Input<typeof updateRepository>;

/**
 * Reads the changes that an update makes to a repository, including its name.
 * @throws HttpError 422 on invalid values
 */
export function readRepositoryChanges(
  call: RepositoryCall,
  input: RepositoryUpdateInput,
): RepositoryChanges & { readonly name: string } {
  const { description, homepage, default_branch, archived } = input;
  const visibility = readVisibility(call, input);
  return {
    name: readName(call, input.name),
    settings: enforceSettings(call.context.db, call.repository, readSettings(call, input)),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
    ...(homepage === undefined ? {} : { homepage: homepage === "" ? null : homepage }),
    ...(default_branch === undefined ? {} : { default_branch: checkBranch(call, default_branch) }),
    ...(archived === undefined ? {} : { archived }),
    ...(visibility === undefined ? {} : { private: visibility !== "public", internal: visibility === "internal" }),
  };
}

const MAX_NAME_LENGTH = 100;

/** Replaces characters other than letters, digits, `-`, `_` and `.` by `-`, and removes a `.git` suffix. */
function readName({ context, repository }: RepositoryCall, requested: string | undefined): string {
  if (requested === undefined) return repository.name;
  const name = requested.replace(/[^\w.-]+/g, "-").replace(/\.git$/i, "");
  if (/^\.*$/.test(name)) throw validationError("name", "name must not be empty or consist of dots only");
  if (name.length > MAX_NAME_LENGTH) {
    throw validationError("name", `name is too long (maximum is ${MAX_NAME_LENGTH} characters)`);
  }
  const existing = findRepository(context.db, getAccount(context.db, repository.owner_id).login, name);
  if (existing && existing.id !== repository.id) throw validationError("name", "name already exists on this account");
  return name;
}

/** Returns the repository's new visibility, or undefined if it doesn't change. `visibility` overrides `private`. */
function readVisibility(call: RepositoryCall, input: RepositoryUpdateInput): RepositoryUpdateInput["visibility"] {
  const { context, repository } = call;
  const isUnchanged =
    input.visibility === undefined
      ? input.private === undefined || input.private === repository.private
      : input.visibility === visibilityOf(repository);
  if (isUnchanged) return undefined;
  const requested = input.visibility ?? (input.private ? "private" : "public");
  if (requested === "internal" && getAccount(context.db, repository.owner_id).enterprise_id === null) {
    throw new HttpError(422, "Only organizations associated with an enterprise can set visibility to internal");
  }
  const field = input.visibility === undefined ? "private" : "visibility";
  if (isRestrictedToOwners(call, "members_can_change_repo_visibility")) {
    throw validationError(field, "Only organization owners can change repository visibility.");
  }
  if (repository.parent_id !== null)
    throw validationError(field, "A fork has the visibility of the repository that it was forked from.");
  return requested;
}

function checkBranch({ context, repository }: RepositoryCall, branch: string): string {
  const store: GitStore = { db: context.db, repositoryId: repository.id };
  if (branch === repository.default_branch || findRef(store, `refs/heads/${branch}`) !== undefined) return branch;
  if (listRefs(store, "refs/heads/").length > 0) {
    throw validationError("default_branch", `The branch ${branch} was not found. Please push that ref first.`);
  }
  throw validationError(
    "default_branch",
    "Cannot update default branch for an empty repository. Please push something first.",
  );
}

/** Allowed commit messages for each commit title, as in GitHub's documentation of the operation. */
const SQUASH_MESSAGES_BY_TITLE: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "COMMIT_MESSAGES", "BLANK"],
  COMMIT_OR_PR_TITLE: ["COMMIT_MESSAGES"],
};
const MERGE_MESSAGES_BY_TITLE: Readonly<Record<string, readonly string[]>> = {
  PR_TITLE: ["PR_BODY", "BLANK"],
  MERGE_MESSAGE: ["PR_TITLE"],
};

function readSettings(call: RepositoryCall, input: RepositoryUpdateInput): RepositorySettings {
  const previous = call.repository.settings;
  const givenSettings = Object.entries(input).filter(([field]) => Object.hasOwn(RepositorySettings.shape, field));
  const settings = z.parse(RepositorySettings, {
    ...previous,
    ...Object.fromEntries(givenSettings),
    ...titleFromLegacyFlag(input),
    ...readSecurity(call, input),
  });
  settings.use_squash_pr_title_as_default = settings.squash_merge_commit_title === "PR_TITLE";
  if (!settings.allow_squash_merge && !settings.allow_merge_commit && !settings.allow_rebase_merge) {
    throw validationError("allow_merge_commit", "Sorry, you need to allow at least one merge strategy.");
  }
  if (!SQUASH_MESSAGES_BY_TITLE[settings.squash_merge_commit_title]?.includes(settings.squash_merge_commit_message)) {
    throw validationError(
      "squash_merge_commit_message",
      "This message cannot be combined with the title of squash merge commits.",
    );
  }
  if (!MERGE_MESSAGES_BY_TITLE[settings.merge_commit_title]?.includes(settings.merge_commit_message)) {
    throw validationError("merge_commit_message", "This message cannot be combined with the title of merge commits.");
  }
  return settings;
}

/** Translates the older flag for the title of squash commits. `squash_merge_commit_title` overrides it. */
function titleFromLegacyFlag({
  use_squash_pr_title_as_default: usesPullRequestTitle,
  squash_merge_commit_title: title,
  ...input
}: RepositoryUpdateInput) {
  if (usesPullRequestTitle === undefined || title !== undefined) return {};
  if (usesPullRequestTitle) return { squash_merge_commit_title: "PR_TITLE" };
  const message = input.squash_merge_commit_message ?? "COMMIT_MESSAGES";
  return { squash_merge_commit_title: "COMMIT_OR_PR_TITLE", squash_merge_commit_message: message };
}

const FeatureStatus = z.enum(["enabled", "disabled"]);

/** Reads the status of security features, and the reviewers of bypass requests. */
function readSecurity(
  { context, repository }: RepositoryCall,
  { security_and_analysis: input }: RepositoryUpdateInput,
) {
  if (!input) return {};
  const { secret_scanning_delegated_bypass_options: options, ...features } = input;
  const security = { ...repository.settings.security };
  for (const [feature, toggle] of Object.entries(features)) {
    if (toggle?.status === undefined) continue;
    const field = `security_and_analysis.${feature}.status`;
    const status = z.safeParse(FeatureStatus, toggle.status);
    if (!status.success) throw invalid(field, "status must be enabled or disabled");
    security[feature] = status.data;
  }
  for (const { reviewer_id, reviewer_type } of options?.reviewers ?? []) {
    if (
      reviewer_type !== "TEAM" ||
      teams.find(context.db, { id: reviewer_id })?.organization_id === repository.owner_id
    )
      continue;
    const field = "security_and_analysis.secret_scanning_delegated_bypass_options.reviewers";
    throw invalid(field, `team ${reviewer_id} does not exist`);
  }
  return { security, ...(options?.reviewers ? { bypass_reviewers: options.reviewers } : {}) };
}

const validationError = (field: string, message: string) => customFieldError("Repository", field, message);
