import { wireEvent } from "@forgehand/core/dialects";
import { NOBODY } from "../callers/caller.ts";
import { renderEnterprise } from "../objects/enterprise.ts";
import { type HookPlace, renderHook } from "../objects/hook.ts";
import { renderOrganization } from "../objects/organization.ts";
import { renderPullRequest } from "../objects/pull-request.ts";
import { renderRepository } from "../objects/repository.ts";
import { renderReview } from "../objects/review.ts";
import { renderTeam } from "../objects/team.ts";
import { renderUser } from "../objects/user.ts";
import type { Account } from "../state/accounts.ts";
import { getAccount } from "../state/accounts.ts";
import { getEnterprise } from "../state/enterprises.ts";
import type { Hook } from "../state/hooks.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import type { Reviewer } from "../state/review-requests.ts";
import type { Review } from "../state/reviews.ts";
import { timestamp } from "../timestamp.ts";
import type { Event, World } from "../world.ts";

/** What every event of a repository carries (document 1, Event catalogue). */
export function commonPayload(world: World, repository: Repository, sender: Account) {
  const owner = getAccount(world.db, repository.owner_id);
  return {
    repository: renderRepository(world, repository, NOBODY),
    ...(owner.type === "Organization"
      ? organizationPayload(world, owner, sender)
      : { sender: renderUser(world, sender) }),
  };
}

/** What every event of an organization carries that is about none of its repositories. */
export function organizationPayload(world: World, organization: Account, sender: Account) {
  const { enterprise_id } = organization;
  const enterprise = enterprise_id === null ? undefined : getEnterprise(world.db, enterprise_id);
  return {
    organization: renderOrganization(world, organization),
    ...(enterprise ? { enterprise: renderEnterprise(world, enterprise) } : {}),
    sender: renderUser(world, sender),
  };
}

/** A star was given or taken back. */
export function starEvent(world: World, repository: Repository, sender: Account, action: "created" | "deleted"): Event {
  const starred_at = action === "created" ? timestamp(world.now()) : null;
  return {
    ...{ name: "star", action },
    // Put together where a webhook listens, and nowhere else.
    get payload() {
      return { action, starred_at, ...commonPayload(world, repository, sender) };
    },
  };
}

/** Sent beside the star event for every new star (public documents: `watch` means starring). */
export function watchEvent(world: World, repository: Repository, sender: Account): Event {
  const action = "started";
  return {
    ...{ name: "watch", action },
    get payload() {
      return { action, ...commonPayload(world, repository, sender) };
    },
  };
}

/** A review was asked for, or no longer is. */
export function reviewRequestEvent(
  world: World,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: "review_requested" | "review_request_removed",
  reviewer: Reviewer,
): Event {
  const who =
    "user" in reviewer
      ? { requested_reviewer: renderUser(world, reviewer.user) }
      : { requested_team: renderTeam(world, reviewer.team) };
  const pull_request = renderPullRequest(world, repository, pull);
  const payload = { action, number: pull.number, pull_request, ...who, ...commonPayload(world, repository, sender) };
  return { name: "pull_request", action, payload };
}

/** A review was given; events have its state in small letters (public description of webhooks). */
export function reviewEvent(
  world: World,
  repository: Repository,
  pull: PullRequest,
  review: Review,
  sender: Account,
): Event {
  const action = "submitted";
  const rendered = renderReview(world, repository, pull, review);
  const payload = {
    action,
    review: { ...rendered, state: rendered.state.toLowerCase() },
    pull_request: renderPullRequest(world, repository, pull),
    ...commonPayload(world, repository, sender),
  };
  return { name: "pull_request_review", action, payload };
}

const payloadAt = (world: World, place: HookPlace, sender: Account) =>
  place.kind === "repository"
    ? commonPayload(world, place.repository, sender)
    : organizationPayload(world, place.organization, sender);

/** Sent to a new hook, and whenever it is asked for. */
export function pingEvent(world: World, place: HookPlace, hook: Hook, sender: Account): Event {
  const payload = {
    zen: "Say what you do, do what you say.",
    hook_id: hook.id,
    hook: renderHook(world, place, hook),
    ...payloadAt(world, place, sender),
  };
  return { name: "ping", action: null, payload };
}

/** Sent to a hook that was deleted (public description: `meta`). */
export function metaEvent(world: World, place: HookPlace, hook: Hook, sender: Account): Event {
  const action = "deleted";
  const rendered = renderHook(world, place, hook);
  // What the contract leaves open goes out as it is written here, the vendor's names too.
  const events = hook.events.map((event) => wireEvent(world.dialect, event));
  const told = { action, hook_id: hook.id, hook: { ...rendered, events } };
  return { name: "meta", action, payload: { ...told, ...payloadAt(world, place, sender) } };
}
