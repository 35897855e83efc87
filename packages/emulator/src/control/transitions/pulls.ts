import { pullRequestEvent } from "../../deliveries/events/pull-requests.ts";
import type { PullRequestTransition } from "../../public.ts";
import { findRef, isEmpty } from "../../state/git.ts";
import * as states from "../../state/pull-request-states.ts";
import { openPullRequests, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { doerAt, livelyRepository, pullRequestNamed } from "../named.ts";
import { endsOf, mergePullRequest } from "./merging.ts";

/** A pull request is merged, closed, opened again, a draft or no longer one. @throws RangeError on what may not be */
export function changePullRequest(world: World, told: PullRequestTransition): void {
  const { db, deliveries } = world;
  const repository = livelyRepository(db, told.repository);
  const find = () => pullRequestNamed(db, repository, told.pull);
  const pull = find();
  const by = doerAt(db, repository.owner_id, told.by);
  const what = `Pull request ${pull.number} of ${told.repository}`;
  const now = timestamp(world.now());
  const tell = (action: Parameters<typeof pullRequestEvent>[4]) =>
    deliveries.emit(repository.id, pullRequestEvent(world, repository, find(), by, action));

  if (pull.merged_at !== null) {
    throw new RangeError(
      told.to === "open"
        ? `${what} was merged: a merged one can't be opened again.`
        : `${what} was merged: nothing more becomes of it.`,
    );
  }
  if (told.to === "open") {
    reopenable(world, repository, pull, what);
    states.reopenPullRequest(db, pull, now);
    tell("reopened");
    return;
  }
  if (pull.state === "closed") {
    throw new RangeError(told.to === "closed" ? `${what} is closed already.` : `${what} is closed: open it first.`);
  }
  switch (told.to) {
    case "merged":
      if (pull.draft) throw new RangeError(`${what} is a draft: make it ready before it is merged.`);
      mergePullRequest({ world, repository, by }, pull, told.method);
      return;
    case "closed":
      states.closePullRequest(db, pull, endsOf(world, pull), now);
      tell("closed");
      return;
    case "draft":
    case "ready": {
      const draft = told.to === "draft";
      if (pull.draft === draft) throw new RangeError(`${what} is ${draft ? "a draft" : "ready"} already.`);
      states.setDraft(db, pull, draft, now);
      tell(draft ? "converted_to_draft" : "ready_for_review");
    }
  }
}

/** @throws RangeError where a pull request is open, or has lost what it brings */
function reopenable({ db }: World, repository: Repository, pull: PullRequest, what: string): void {
  const { head, head_repository_id, base } = pull;
  if (pull.state === "open") throw new RangeError(`${what} is open already.`);
  if (head_repository_id === null) throw new RangeError(`${what} can't be opened again: its repository is gone.`);
  for (const [repositoryId, branch] of [[head_repository_id, head] as const, [repository.id, base] as const]) {
    const store = { db, repositoryId };
    if (!isEmpty(store) && findRef(store, `refs/heads/${branch}`) === undefined) {
      throw new RangeError(`${what} can't be opened again: there is no branch ${branch} any more.`);
    }
  }
  const rival = openPullRequests(db, repository.id).find(
    (other) => other.head === head && other.head_repository_id === head_repository_id && other.base === base,
  );
  if (rival) throw new RangeError(`${what} can't be opened again: ${rival.number} brings the same branch there.`);
}
