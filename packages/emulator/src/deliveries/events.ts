import { NOBODY } from "../http/call.ts";
import { renderHook } from "../objects/hook.ts";
import { renderPullRequest } from "../objects/pull-request.ts";
import { renderRepository } from "../objects/repository.ts";
import { renderTeam } from "../objects/team.ts";
import { renderUser } from "../objects/user.ts";
import type { Account } from "../state/accounts.ts";
import { getAccount } from "../state/accounts.ts";
import type { Hook } from "../state/hooks.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Team } from "../state/teams.ts";
import { timestamp } from "../timestamp.ts";
import type { Event, World } from "../world.ts";

/** What every event carries (document 1, Event catalogue). */
function common(world: World, repository: Repository, sender: Account) {
  const owner = getAccount(world.db, repository.owner_id);
  return {
    repository: renderRepository(world, repository, NOBODY),
    ...(owner.type === "Organization" ? { organization: renderUser(world, owner) } : {}),
    sender: renderUser(world, sender),
  };
}

/** A star was given or taken back. */
export function starEvent(world: World, repository: Repository, sender: Account, action: "created" | "deleted"): Event {
  const starred_at = action === "created" ? timestamp(world.now()) : null;
  return { name: "star", action, payload: { action, starred_at, ...common(world, repository, sender) } };
}

/** Sent beside the star event for every new star (public documents: `watch` means starring). */
export function watchEvent(world: World, repository: Repository, sender: Account): Event {
  const action = "started";
  return { name: "watch", action, payload: { action, ...common(world, repository, sender) } };
}

/** A review was asked for, or no longer is. */
export function reviewRequestEvent(
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: "review_requested" | "review_request_removed",
  reviewer: { readonly user: Account } | { readonly team: Team },
): Event {
  const who =
    "user" in reviewer
      ? { requested_reviewer: renderUser(world, reviewer.user) }
      : { requested_team: renderTeam(world, reviewer.team) };
  const pull_request = renderPullRequest(world, repository, pull);
  const payload = { action, number: pull.number, pull_request, ...who, ...common(world, repository, sender) };
  return { name: "pull_request", action, payload };
}

/** Sent once to a new hook. */
export function pingEvent(world: World, repository: Repository, hook: Hook, sender: Account): Event {
  const payload = {
    zen: "Say what you do, do what you say.",
    hook_id: hook.id,
    hook: renderHook(world, repository, hook),
    ...common(world, repository, sender),
  };
  return { name: "ping", action: null, payload };
}
