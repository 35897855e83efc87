import { forbidden } from "../http/refusal.ts";
import { associationOf } from "../objects/author-association.ts";
import type { Account } from "../state/accounts.ts";
import { interactionLimitOf } from "../state/interaction-limits.ts";
import { later } from "../state/moments.ts";
import type { Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";

/** Accounts are new for so many seconds. */
const NEW = 24 * 3600;

/** May this person comment in a repository, as its organization limits it (public documents)? @throws Refusal 403 */
export function checkInteraction(world: World, repository: Repository, user: Account): void {
  if (repository.private) return;
  const now = timestamp(world.now());
  const limit = interactionLimitOf(world.db, repository.owner_id, now);
  if (!limit) return;
  const association = associationOf(world, repository, user.id);
  // Who belongs to it is never meant, and of the others only collaborators where they alone may.
  if (association === "OWNER" || association === "MEMBER" || association === "COLLABORATOR") return;
  if (association === "CONTRIBUTOR" && limit.limit !== "collaborators_only") return;
  if (limit.limit === "existing_users" && later(user.created_at, NEW) <= now) return;
  throw forbidden(
    `Interactions with this repository are limited to ${ALLOWED[limit.limit]} until ${limit.expires_at}.`,
  );
}

const ALLOWED = {
  existing_users: "accounts that are older than a day",
  contributors_only: "contributors and collaborators",
  collaborators_only: "collaborators",
} as const;
