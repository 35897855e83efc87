import type { Account } from "../state/accounts.ts";
import { mainAddress } from "../state/addresses.ts";
import { countOutsiders, countOwned } from "../state/repository-lists.ts";
import type { World } from "../world.ts";
import { renderUser } from "./user.ts";

/** A user or an organization by itself (public description). */
export function renderUserProfile(world: World, account: Account) {
  return {
    ...renderUser(world, account),
    name: account.name,
    email: account.email,
    bio: account.bio,
    company: account.company,
    blog: account.blog,
    location: account.location,
    hireable: account.hireable,
    twitter_username: account.twitter_username,
    public_repos: countOwned(world.db, account.id).public,
    public_gists: account.public_gists,
    followers: account.followers,
    following: account.following,
    created_at: account.created_at,
    updated_at: account.updated_at,
  };
}

/** The same for the user's own eyes (document 3, GPG keys: private information). */
export function renderOwnProfile(world: World, account: Account) {
  const owned = countOwned(world.db, account.id);
  return {
    ...renderUserProfile(world, account),
    user_view_type: "private",
    notification_email: mainAddress(world.db, account),
    two_factor_authentication: account.two_factor,
    total_private_repos: owned.private,
    owned_private_repos: owned.private,
    disk_usage: owned.size,
    collaborators: countOutsiders(world.db, account.id),
  };
}
