import type { Account } from "../state/accounts.ts";
import { countPublicRepositories } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { renderUser } from "./user.ts";

/** A user by itself (public description). */
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
    public_repos: countPublicRepositories(world.db, account.id),
    public_gists: account.public_gists,
    followers: account.followers,
    following: account.following,
    created_at: account.created_at,
    updated_at: account.updated_at,
  };
}
