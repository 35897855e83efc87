import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import { touchIssue } from "../../state/issues.ts";
import { openPullRequestsFrom } from "../../state/pull-request-transitions.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { commonPayload } from "./common-payload.ts";
import { synchronizeEvent } from "./pull-requests.ts";
import { pushEvent, type RefUpdate } from "./push.ts";

/** Emits the events for a created, moved or deleted branch, and for the open pull requests from it. */
export function emitPush(context: EmulatorContext, repository: Repository, sender: Account, push: RefUpdate): void {
  const { db, deliveries } = context;
  const { ref, before, after } = push;
  if (before === undefined) deliveries.emit(repository.id, branchEvent(context, repository, sender, "create", ref));
  if (after === undefined) deliveries.emit(repository.id, branchEvent(context, repository, sender, "delete", ref));
  deliveries.emit(repository.id, pushEvent(context, repository, sender, push));
  if (before === undefined || after === undefined) return;
  for (const { repository_id, number, issue_id } of openPullRequestsFrom(db, repository.id, branchOf(ref))) {
    touchIssue(db, issue_id, timestamp(context.now()));
    const pull = findPullRequest(db, repository_id, number);
    if (!pull) continue;
    const baseRepository = repositoryOf(db, repository_id);
    deliveries.emit(baseRepository.id, synchronizeEvent(context, baseRepository, pull, sender, { before, after }));
  }
}

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, "");

/** Creates the event for a created or deleted branch (`create`, `delete`). */
function branchEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  name: "create" | "delete",
  ref: string,
): WebhookEvent {
  const reference = { ref: branchOf(ref), ref_type: "branch", pusher_type: "user" };
  const details = { master_branch: repository.default_branch, description: repository.description };
  return {
    name,
    action: null,
    get payload() {
      return { ...reference, ...(name === "create" ? details : {}), ...commonPayload(context, repository, sender) };
    },
  };
}
