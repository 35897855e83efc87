import type { Account } from "../../state/accounts.ts";
import { touchIssue } from "../../state/issues.ts";
import { openPullRequestsFrom } from "../../state/pull-request-states.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { Event, World } from "../../world.ts";
import { commonPayload } from "./payload.ts";
import { synchronizeEvent } from "./pull-requests.ts";
import { type Push, pushEvent } from "./push.ts";

/** Tells everybody that a branch came, moved or went, and what that does to the open pull requests that bring it. */
export function announcePush(world: World, repository: Repository, sender: Account, push: Push): void {
  const { db, deliveries } = world;
  const { ref, before, after } = push;
  if (before === undefined) deliveries.emit(repository.id, branchEvent(world, repository, sender, "create", ref));
  if (after === undefined) deliveries.emit(repository.id, branchEvent(world, repository, sender, "delete", ref));
  deliveries.emit(repository.id, pushEvent(world, repository, sender, push));
  if (before === undefined || after === undefined) return;
  for (const { repository_id, number, issue_id } of openPullRequestsFrom(db, repository.id, branchOf(ref))) {
    touchIssue(db, issue_id, timestamp(world.now()));
    const pull = findPullRequest(db, repository_id, number);
    if (!pull) continue;
    const into = repositoryOf(db, repository_id);
    deliveries.emit(into.id, synchronizeEvent(world, into, pull, sender, { before, after }));
  }
}

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, "");

/** A branch came or went (public description: create, delete). */
function branchEvent(
  world: World,
  repository: Repository,
  sender: Account,
  name: "create" | "delete",
  ref: string,
): Event {
  const about = { ref: branchOf(ref), ref_type: "branch", pusher_type: "user" };
  const place = { master_branch: repository.default_branch, description: repository.description };
  return {
    ...{ name, action: null },
    get payload() {
      return { ...about, ...(name === "create" ? place : {}), ...commonPayload(world, repository, sender) };
    },
  };
}
