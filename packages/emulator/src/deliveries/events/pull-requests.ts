import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderFullPullRequest } from "../../objects/pull-request.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Actions that change a pull request's state. Their payloads have no additional fields. */
type StateAction = "opened" | "closed" | "reopened" | "converted_to_draft" | "ready_for_review";

/** Creates the event for a change of a pull request's state. */
export const pullRequestEvent = (
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: StateAction,
) => createPullRequestEvent(context, repository, pull, sender, action, {});

/** Creates the event for new commits on the branch of an open pull request (`synchronize`). */
export const synchronizeEvent = (
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  commits: { readonly before: string; readonly after: string },
) => createPullRequestEvent(context, repository, pull, sender, "synchronize", commits);

/** The previous values of a pull request's changed fields. */
export interface PreviousPullRequest {
  readonly title?: string;
  readonly body?: string;
  readonly base?: { readonly ref: string; readonly sha: string };
}

/** Creates the event for a changed title, description or base branch (`edited`). */
export function editedEvent(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  { title, body, base }: PreviousPullRequest,
): WebhookEvent {
  const changes = {
    ...(title === undefined ? {} : { title: { from: title } }),
    ...(body === undefined ? {} : { body: { from: body } }),
    ...(base ? { base: { ref: { from: base.ref }, sha: { from: base.sha } } } : {}),
  };
  return createPullRequestEvent(context, repository, pull, sender, "edited", { changes });
}

/**
 * Creates an event about a pull request.
 * @param extraFields the fields that are specific to the action
 */
export function createPullRequestEvent(
  context: EmulatorContext,
  repository: Repository,
  pull: PullRequest,
  sender: Account,
  action: string,
  extraFields: object,
): WebhookEvent {
  return {
    name: "pull_request",
    action,
    get payload() {
      const pull_request = renderFullPullRequest(context, repository, pull);
      return {
        action,
        number: pull.number,
        pull_request,
        ...extraFields,
        ...commonPayload(context, repository, sender),
      };
    },
  };
}
