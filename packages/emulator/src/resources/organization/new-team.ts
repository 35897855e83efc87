import type { Input } from "@forgehand/core/contract";
import type { createTeam } from "@forgehand/core/operations";
import { canSeeRepository, effectivePermission } from "../../callers/permission.ts";
import { visibleTeams } from "../../callers/visible.ts";
import type { NewTeam } from "../../effects/teams.ts";
import type { OrganizationCall } from "../../http/handler.ts";
import { customFieldError, forbidden, type HttpError } from "../../http-error.ts";
import { type Account, accounts, memberRole } from "../../state/accounts.ts";
import { findByFullName, type Repository } from "../../state/repositories.ts";
import { findTeam } from "../../state/team-lists.ts";
import { type Team, teams } from "../../state/teams.ts";

type NewTeamInput = Input<typeof createTeam>;

/**
 * Reads the fields of a new team. The user who creates it is among its members.
 * @throws HttpError 422 if one of them is invalid, 403 for a repository that the caller doesn't administer
 */
export function readNewTeam(call: OrganizationCall, input: NewTeamInput): NewTeam {
  const { context, caller, organization } = call;
  const parent = readParent(call, input);
  const privacy = input.privacy ?? (parent ? "closed" : "secret");
  if (parent && (privacy === "secret" || parent.privacy === "secret")) {
    throw validationError("privacy", "A secret team can neither have a parent nor be one.");
  }
  const slug = slugOf(input.name);
  if (slug === "") throw validationError("name", "Name must contain a letter or a digit");
  if (teams.has(context.db, { organization_id: organization.id, slug })) {
    throw validationError("name", "Name must be unique for this org");
  }
  const members = (input.maintainers ?? []).map((login) => readMember(call, login));
  return {
    name: input.name,
    slug,
    description: input.description || null,
    privacy,
    notification_setting: input.notification_setting ?? "notifications_enabled",
    parent_id: parent?.id ?? null,
    members: caller.user ? [caller.user, ...members] : members,
    repositories: (input.repo_names ?? []).map((fullName) => readRepository(call, fullName)),
    permission: input.permission ?? "pull",
  };
}

/** Returns the slug of a name: its letters and digits in lower case, separated by hyphens. */
function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-");
}

function readParent({ context, caller, organization }: OrganizationCall, input: NewTeamInput): Team | undefined {
  const { parent_team_id: id, parent_team_slug: slug } = input;
  if (id === undefined && slug === undefined) return undefined;
  const found =
    id === undefined
      ? teams.find(context.db, { organization_id: organization.id, slug: slug ?? "" })
      : teams.find(context.db, { id });
  const visible = visibleTeams(context, caller, organization);
  const parent = found && findTeam(context.db, organization.id, found.slug, visible);
  if (parent && parent.id === found.id) return parent;
  const field = id === undefined ? "parent_team_slug" : "parent_team_id";
  throw validationError(field, `The parent team ${JSON.stringify(id ?? slug)} does not exist.`);
}

function readMember({ context, organization }: OrganizationCall, login: string): Account {
  const user = accounts.find(context.db, { login });
  if (user && memberRole(context.db, organization.id, user.id) !== undefined) return user;
  throw validationError("maintainers", `${login} is not a member of the organization.`);
}

function readRepository({ context, caller, organization }: OrganizationCall, fullName: string): Repository {
  const repository = findByFullName(context.db, fullName);
  if (repository?.owner_id !== organization.id || !canSeeRepository(context, caller, repository)) {
    throw validationError("repo_names", `The organization has no repository ${fullName}.`);
  }
  if (effectivePermission(context, caller, repository) === "admin") return repository;
  throw forbidden(`Must have admin rights to ${fullName}.`);
}

const validationError = (field: string, message: string): HttpError => customFieldError("Team", field, message);
