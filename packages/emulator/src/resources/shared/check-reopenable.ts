import { type ReopenProblem, reopenProblem } from "../../effects/pull-requests.ts";
import type { RepositoryCall } from "../../http/handler.ts";
import { customFieldError } from "../../http-error.ts";
import type { PullRequest } from "../../state/pull-requests.ts";

/** @throws HttpError 422 if a closed pull request can't be reopened */
export function checkReopenable({ context, repository }: RepositoryCall, pull: PullRequest): void {
  const problem = reopenProblem(context, repository, pull);
  if (problem)
    throw customFieldError("PullRequest", "state", `state cannot be changed. ${describeReopenProblem(problem, pull)}`);
}

/** Returns GitHub's message. */
function describeReopenProblem(problem: ReopenProblem, pull: PullRequest): string {
  switch (problem.kind) {
    case "merged":
      return "The pull request cannot be reopened.";
    case "head-repository-deleted":
      return "The repository that submitted this pull request has been deleted.";
    case "branch-deleted":
      return `The ${problem.branch} branch has been deleted.`;
    case "duplicate":
      return `There is already an open pull request from ${pull.head} to ${pull.base}.`;
  }
}
