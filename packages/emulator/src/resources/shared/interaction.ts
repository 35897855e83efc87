import type { EmulatorContext } from "../../emulator-context.ts";
import { forbidden } from "../../http-error.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import type { Account } from "../../state/accounts.ts";
import { interactionLimitOf } from "../../state/interaction-limits.ts";
import type { Repository } from "../../state/repositories.ts";
import { addSeconds } from "../../state/time-arithmetic.ts";
import { timestamp } from "../../timestamp.ts";

/** Age in seconds up to which an account is new. */
const NEW_ACCOUNT_SECONDS = 24 * 3600;

/**
 * Checks whether a user can comment in a repository under its interaction limit.
 * @throws HttpError 403
 */
export function checkInteraction(context: EmulatorContext, repository: Repository, user: Account): void {
  if (repository.private) return;
  const now = timestamp(context.now());
  const limit = interactionLimitOf(context.db, repository.owner_id, now);
  if (!limit) return;
  const association = authorAssociation(context, repository, user.id);
  // Owners, members and collaborators are allowed under every limit.
  if (association === "OWNER" || association === "MEMBER" || association === "COLLABORATOR") return;
  if (association === "CONTRIBUTOR" && limit.limit !== "collaborators_only") return;
  if (limit.limit === "existing_users" && addSeconds(user.created_at, NEW_ACCOUNT_SECONDS) <= now) return;
  throw forbidden(
    `Interactions with this repository are limited to ${ALLOWED_USERS[limit.limit]} until ${limit.expires_at}.`,
  );
}

const ALLOWED_USERS = {
  existing_users: "accounts that are older than a day",
  contributors_only: "contributors and collaborators",
  collaborators_only: "collaborators",
} as const;
