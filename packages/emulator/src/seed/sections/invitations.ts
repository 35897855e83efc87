import * as z from "zod/mini";
import { firstOwnerOf } from "../../state/account-deletion.ts";
import { type Account, getAccount, members } from "../../state/accounts.ts";
import * as organizations from "../../state/organization-invitations.ts";
import { collaborators, Permission, type Repository } from "../../state/repositories.ts";
import * as repositories from "../../state/repository-invitations.ts";
import { recordSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

// Open invitations, by the login of the invited user.

/** Fields of both kinds of invitations. */
const common = {
  /** Login of the user who sent it. By default the owner, for organizations the first one. */
  by: z.optional(z.string()),
  created: z.optional(SeedTime),
};

export const repositoryInvitations = recordSection(
  z.strictObject({ permission: z._default(Permission, "push"), ...common }),
  (context, repository: Repository, login, { permission, by, created }) => {
    const invitee = context.user(login);
    if (collaborators.has(context.db, { repository_id: repository.id, user_id: invitee.id })) {
      throw new SeedError([], "must not be a collaborator of the repository");
    }
    repositories.repositoryInvitations.insert(context.db, {
      repository_id: repository.id,
      invitee_id: invitee.id,
      inviter_id: inviterOf(context, getAccount(context.db, repository.owner_id), by).id,
      permission,
      created_at: context.toTimestamp(created ?? DEFAULT_CREATED),
    });
  },
);

export const organizationInvitations = recordSection(
  z.strictObject({ role: z._default(z.enum(["owner", "member"]), "member"), ...common }),
  (context, organization: Account, login, { role, by, created }) => {
    const invitee = context.user(login);
    if (members.has(context.db, { organization_id: organization.id, user_id: invitee.id })) {
      throw new SeedError([], "must not be a member of the organization");
    }
    organizations.organizationInvitations.insert(context.db, {
      organization_id: organization.id,
      user_id: invitee.id,
      inviter_id: inviterOf(context, organization, by).id,
      role: role === "owner" ? "admin" : "member",
      created_at: context.toTimestamp(created ?? DEFAULT_CREATED),
    });
  },
);

/** Older invitations expire, so they are not as old as other objects. */
const DEFAULT_CREATED = "-1d";

function inviterOf(context: SeedContext, owner: Account, login: string | undefined): Account {
  if (login !== undefined) return context.user(login, "by");
  return (owner.type === "Organization" ? firstOwnerOf(context.db, owner) : undefined) ?? owner;
}
