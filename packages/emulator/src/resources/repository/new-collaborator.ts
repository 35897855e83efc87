import * as z from "zod/mini";
import type { RepositoryCall } from "../../http/handler.ts";
import { forbidden, HttpError, invalid, requireFound } from "../../http-error.ts";
import { type Account, getAccount, memberRole } from "../../state/accounts.ts";
import { Permission } from "../../state/repositories.ts";
import { isRestrictedToOwners } from "./repository-restrictions.ts";

/**
 * Returns the user who becomes a collaborator.
 * @throws HttpError 404 if the account isn't a user, 422 for the owner, 403 if only owners can invite outsiders
 */
export function readNewCollaborator(call: RepositoryCall): Account {
  const { context, repository, subject } = call;
  const user = requireFound(subject?.type === "User" ? subject : undefined);
  if (user.id === repository.owner_id) {
    throw new HttpError(422, "Validation Failed", [
      { resource: "Repository", code: "custom", message: "Repository owner cannot be a collaborator" },
    ]);
  }
  const isOutsider = memberRole(context.db, repository.owner_id, user.id) === undefined;
  if (isOutsider && isRestrictedToOwners(call, "members_can_invite_outside_collaborators")) {
    throw forbidden("Only organization owners can invite outside collaborators.");
  }
  return user;
}

/** Names of permissions that differ from their levels. */
const PERMISSION_ALIASES: Readonly<Record<string, string>> = { read: "pull", write: "push" };

/**
 * Reads a permission. Repositories of users have only one for collaborators.
 * @throws HttpError 422
 */
export function readPermission({ context, repository }: RepositoryCall, name = "push"): Permission {
  if (getAccount(context.db, repository.owner_id).type === "User") return "push";
  const permission = z.safeParse(Permission, PERMISSION_ALIASES[name] ?? name);
  if (permission.success) return permission.data;
  throw invalid(
    "permission",
    `permission must be one of ${Permission.options.join(", ")}, got ${JSON.stringify(name)}`,
  );
}
