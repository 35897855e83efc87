import { pullRequestEvent } from "../../deliveries/events/pull-requests.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { PullRequestTransition } from "../../public.ts";
import { findRef, isEmptyRepository } from "../../state/git-store.ts";
import * as states from "../../state/pull-request-transitions.ts";
import { openPullRequests, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { actingAccount, requirePullRequest, requireWritableRepository } from "../find-by-name.ts";
import { currentEnds, mergePullRequest } from "./merge-pull-request.ts";

/**
 * Merges, closes, reopens or changes the draft state of a pull request.
 * @throws RangeError if that is not possible
 */
export function transitionPullRequest(context: EmulatorContext, transition: PullRequestTransition): void {
  const { db, deliveries } = context;
  const repository = requireWritableRepository(db, transition.repository);
  const reload = () => requirePullRequest(db, repository, transition.pull);
  const pull = reload();
  const sender = actingAccount(db, repository.owner_id, transition.by);
  const pullName = `Pull request ${pull.number} of ${transition.repository}`;
  const now = timestamp(context.now());
  const emitEvent = (action: Parameters<typeof pullRequestEvent>[4]) =>
    deliveries.emit(repository.id, pullRequestEvent(context, repository, reload(), sender, action));

  if (pull.merged_at !== null) {
    throw new RangeError(
      transition.to === "open"
        ? `${pullName} was merged and can't be reopened.`
        : `${pullName} was merged and can't be changed.`,
    );
  }
  if (transition.to === "open") {
    checkReopenable(context, repository, pull, pullName);
    states.reopenPullRequest(db, pull, now);
    emitEvent("reopened");
    return;
  }
  if (pull.state === "closed") {
    throw new RangeError(
      transition.to === "closed" ? `${pullName} is already closed.` : `${pullName} is closed: reopen it first.`,
    );
  }
  switch (transition.to) {
    case "merged":
      if (pull.draft) throw new RangeError(`${pullName} is a draft: mark it as ready before merging.`);
      mergePullRequest({ context, repository, sender }, pull, transition.method);
      return;
    case "closed":
      states.closePullRequest(db, pull, currentEnds(context, pull), now);
      emitEvent("closed");
      return;
    case "draft":
    case "ready": {
      const draft = transition.to === "draft";
      if (pull.draft === draft) throw new RangeError(`${pullName} is already ${draft ? "a draft" : "ready"}.`);
      states.setDraft(db, pull, draft, now);
      emitEvent(draft ? "converted_to_draft" : "ready_for_review");
    }
  }
}

/**
 * Checks that a pull request can be reopened.
 * @throws RangeError if it is open, or if its branches are gone
 */
function checkReopenable({ db }: EmulatorContext, repository: Repository, pull: PullRequest, pullName: string): void {
  const { head, head_repository_id, base } = pull;
  if (pull.state === "open") throw new RangeError(`${pullName} is already open.`);
  if (head_repository_id === null)
    throw new RangeError(`${pullName} can't be reopened: its head repository was deleted.`);
  for (const [repositoryId, branch] of [[head_repository_id, head] as const, [repository.id, base] as const]) {
    const store = { db, repositoryId };
    if (!isEmptyRepository(store) && findRef(store, `refs/heads/${branch}`) === undefined) {
      throw new RangeError(`${pullName} can't be reopened: the branch ${branch} was deleted.`);
    }
  }
  const duplicate = openPullRequests(db, repository.id).find(
    (other) => other.head === head && other.head_repository_id === head_repository_id && other.base === base,
  );
  if (duplicate)
    throw new RangeError(`${pullName} can't be reopened: pull request ${duplicate.number} has the same head and base.`);
}
