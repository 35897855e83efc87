import { timestamp } from "../timestamp.ts";
import { type RowOf, reference, rowId, text } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { Permission } from "./repositories.ts";
import { table } from "./table.ts";

/** Invitations to collaborate on a repository, which the user hasn't accepted yet. */
export const repositoryInvitations = table(
  "repository_invitations",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    invitee_id: reference("accounts"),
    inviter_id: reference("accounts"),
    permission: text(Permission),
    created_at: text(),
  },
  {
    unique: [["repository_id", "invitee_id"]],
    indexes: { repository_invitations_by_invitee: "invitee_id", repository_invitations_by_inviter: "inviter_id" },
  },
);
export type RepositoryInvitation = RowOf<typeof repositoryInvitations>;

/** Time after which an invitation can't be accepted any more. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the latest time of invitations that have expired. */
const expiryLimit = (now: Date) => timestamp(new Date(now.getTime() - LIFETIME_MS));

export function isExpired({ created_at }: RepositoryInvitation, now: Date): boolean {
  return created_at <= expiryLimit(now);
}

/** Returns the invitations that a user has received and can accept. */
export function openInvitationsOf(
  db: Database,
  userId: number,
  now: Date,
  pageRange: PageRange,
): RowPage<RepositoryInvitation> {
  const query = "* FROM repository_invitations WHERE invitee_id = ? AND created_at > ? ORDER BY id";
  return queryPage(db, repositoryInvitations, query, [userId, expiryLimit(now)], pageRange);
}
