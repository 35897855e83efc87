import type { Input } from "@forgehand/core/contract";
import type { updateRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { enforceSettings } from "../../effects/repository-security.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { customFieldError, HttpError, invalid } from "../../http-error.ts";
import { getAccount } from "../../state/accounts.ts";
import { findRef, type GitStore, listRefs } from "../../state/git-store.ts";
import { findRepository, visibilityOf } from "../../state/repositories.ts";
import type { RepositoryChanges } from "../../state/repository-changes.ts";
import { teams } from "../../state/teams.ts";
import { NAME_IN_USE, readRepositoryName } from "../shared/repository-name.ts";
import { mergeSettings } from "../shared/repository-settings.ts";
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
  const settings = mergeSettings(call.repository.settings, input, readSecurity(call, input));
  return {
    name: readName(call, input.name),
    settings: enforceSettings(call.context.db, call.repository, settings),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
    ...(homepage === undefined ? {} : { homepage: homepage === "" ? null : homepage }),
    ...(default_branch === undefined ? {} : { default_branch: checkBranch(call, default_branch) }),
    ...(archived === undefined ? {} : { archived }),
    ...(visibility === undefined ? {} : { private: visibility !== "public", internal: visibility === "internal" }),
  };
}

function readName({ context, repository }: RepositoryCall, requested: string | undefined): string {
  if (requested === undefined) return repository.name;
  const name = readRepositoryName(requested);
  const existing = findRepository(context.db, getAccount(context.db, repository.owner_id).login, name);
  if (existing && existing.id !== repository.id) throw validationError("name", NAME_IN_USE);
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
