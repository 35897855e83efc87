import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { primaryEmail } from "../state/email-addresses.ts";
import { countOutsideCollaborators, ownedRepositoryTotals } from "../state/repository-lists.ts";
import { renderUser } from "./user.ts";

/** Renders a single user or organization. */
export function renderUserProfile(context: EmulatorContext, account: Account) {
  return {
    ...renderUser(context, account),
    name: account.name,
    email: account.email,
    bio: account.bio,
    company: account.company,
    blog: account.blog ?? "",
    location: account.location,
    hireable: account.hireable,
    twitter_username: account.twitter_username,
    public_repos: ownedRepositoryTotals(context.db, account.id).public,
    public_gists: account.public_gists,
    followers: account.followers,
    following: account.following,
    created_at: account.created_at,
    updated_at: account.updated_at,
  };
}

/** The plan of every user. */
const FREE_PLAN = { name: "free", space: 976_562_499, collaborators: 0, private_repos: 10_000 };

/** Renders the authenticated user's own profile with private fields. */
export function renderOwnProfile(context: EmulatorContext, account: Account) {
  const owned = ownedRepositoryTotals(context.db, account.id);
  return {
    ...renderUserProfile(context, account),
    user_view_type: "private",
    notification_email: primaryEmail(context.db, account),
    two_factor_authentication: account.two_factor,
    total_private_repos: owned.private,
    owned_private_repos: owned.private,
    private_gists: 0,
    disk_usage: owned.size,
    collaborators: countOutsideCollaborators(context.db, account.id),
    plan: FREE_PLAN,
  };
}
