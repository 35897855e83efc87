import { mergePullRequest } from "../../effects/merge-pull-request.ts";
import {
  closePullRequest,
  convertToDraft,
  markReady,
  type ReopenProblem,
  reopenProblem,
  reopenPullRequest,
} from "../../effects/pull-requests.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import type { PullRequestTransition } from "../../public.ts";
import { actingAccount, requirePullRequest, requireWritableRepository } from "../find-by-name.ts";

/**
 * Merges, closes, reopens or changes the draft state of a pull request.
 * @throws RangeError if that is not possible
 */
export function transitionPullRequest(context: EmulatorContext, transition: PullRequestTransition): void {
  const { db } = context;
  const repository = requireWritableRepository(db, transition.repository);
  const pull = requirePullRequest(db, repository, transition.pull);
  const actionContext = { context, repository, sender: actingAccount(db, repository.owner_id, transition.by) };
  const pullName = `Pull request ${pull.number} of ${transition.repository}`;
  if (transition.to === "open") {
    if (pull.state === "open") throw new RangeError(`${pullName} is already open.`);
    const problem = reopenProblem(context, repository, pull);
    if (problem) throw new RangeError(`${pullName} ${describeReopenProblem(problem)}`);
    reopenPullRequest(actionContext, pull);
    return;
  }
  if (pull.merged_at !== null) throw new RangeError(`${pullName} was merged and can't be changed.`);
  if (pull.state === "closed") {
    throw new RangeError(
      transition.to === "closed" ? `${pullName} is already closed.` : `${pullName} is closed: reopen it first.`,
    );
  }
  switch (transition.to) {
    case "merged":
      if (pull.draft) throw new RangeError(`${pullName} is a draft: mark it as ready before merging.`);
      mergePullRequest(actionContext, pull, { method: transition.method });
      return;
    case "closed":
      closePullRequest(actionContext, pull);
      return;
    case "draft":
      if (pull.draft) throw new RangeError(`${pullName} is already a draft.`);
      convertToDraft(actionContext, pull);
      return;
    case "ready":
      if (!pull.draft) throw new RangeError(`${pullName} is already ready.`);
      markReady(actionContext, pull);
  }
}

function describeReopenProblem(problem: ReopenProblem): string {
  switch (problem.kind) {
    case "merged":
      return "was merged and can't be reopened.";
    case "head-repository-deleted":
      return "can't be reopened: its head repository was deleted.";
    case "branch-deleted":
      return `can't be reopened: the branch ${problem.branch} was deleted.`;
    case "duplicate":
      return `can't be reopened: pull request ${problem.number} has the same head and base.`;
  }
}
