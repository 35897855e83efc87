import { hasRole } from "../../callers/roles.ts";
import { createRepository } from "../../effects/create-repository.ts";
import { type ApiCall, requireActor } from "../../http/handler.ts";
import { forbidden, HttpError } from "../../http-error.ts";
import { renderFullRepository } from "../../objects/repository.ts";
import type { Account } from "../../state/accounts.ts";
import { organizationSettings } from "../../state/organization-settings.ts";
import { defaultSettings, findRepository, type Repository, visibilityOf } from "../../state/repositories.ts";
import { type InitialContent, initialFiles } from "./initial-files.ts";
import { NAME_IN_USE, readRepositoryName } from "./repository-name.ts";
import { mergeSettings, type SettingsInput } from "./repository-settings.ts";

/** Body of the calls that create a repository. */
interface NewRepositoryInput extends InitialContent, SettingsInput {
  readonly name: string;
  readonly homepage?: string | undefined;
  readonly private?: boolean | undefined;
  readonly visibility?: "public" | "private" | "internal" | undefined;
}

/**
 * Creates a repository of a user or an organization.
 * @throws HttpError 422 if the input is invalid, 403 if the caller can't create such a repository
 */
export function createFromInput(call: ApiCall, owner: Account, input: NewRepositoryInput): Repository {
  const { context } = call;
  const visibility = input.visibility ?? (input.private ? "private" : "public");
  if (visibility === "internal" && owner.enterprise_id === null) {
    throw new HttpError(422, "Only organizations associated with an enterprise can set visibility to internal");
  }
  const isPrivate = visibility !== "public";
  const fields = { private: isPrivate, internal: visibility === "internal" };
  requireCreationAllowed(call, owner, fields);
  const name = readRepositoryName(input.name);
  if (findRepository(context.db, owner.login, name)) throw nameInUse();
  return createRepository(
    { context, owner, sender: requireActor(call) },
    {
      ...fields,
      name,
      description: input.description || null,
      homepage: input.homepage || null,
      license: input.license_template || null,
      default_branch:
        owner.type === "Organization" ? organizationSettings(context.db, owner.id).default_repository_branch : "main",
      settings: mergeSettings({ ...defaultSettings(), allow_forking: canBeForked(call, owner, isPrivate) }, input),
    },
    initialFiles(name, input, context.now()),
  );
}

/** Private repositories of organizations can be forked only if the organization allows it. */
function canBeForked({ context }: ApiCall, owner: Account, isPrivate: boolean): boolean {
  if (!isPrivate || owner.type === "User") return true;
  return organizationSettings(context.db, owner.id).members_can_fork_private_repositories;
}

const nameInUse = () =>
  new HttpError(422, "Repository creation failed.", [
    { resource: "Repository", code: "custom", field: "name", message: NAME_IN_USE },
  ]);

const CREATION_SETTINGS = {
  public: "members_can_create_public_repositories",
  private: "members_can_create_private_repositories",
  internal: "members_can_create_internal_repositories",
} as const;

/**
 * Checks that the caller can create a repository of this visibility for the owner.
 * @throws HttpError 403
 */
export function requireCreationAllowed(
  call: ApiCall,
  owner: Account,
  fields: Pick<Repository, "private" | "internal">,
): void {
  const { context, caller } = call;
  if (owner.type === "User") return;
  const resources = { organization: owner, repository: undefined, enterprise: undefined, subject: undefined };
  if (hasRole(context, "organization-owner", caller, resources)) return;
  const settings = organizationSettings(context.db, owner.id);
  const isMember = hasRole(context, "organization-member", caller, resources);
  if (isMember && settings[CREATION_SETTINGS[visibilityOf(fields)]]) return;
  throw forbidden("You need admin access to the organization before adding a repository to it.");
}

/** Renders a repository that was just created. Only reading returns the token for cloning. */
export function renderNewRepository({ context, caller }: ApiCall, repository: Repository) {
  const { temp_clone_token: _token, ...rendered } = renderFullRepository(context, repository, caller);
  return rendered;
}
