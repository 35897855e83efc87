import type { EmulatorContext } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import { issues } from "../../state/issues.ts";
import { openPullRequestsFrom } from "../../state/pull-request-transitions.ts";
import { findPullRequest } from "../../state/pull-requests.ts";
import { type Repository, repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { synchronizeEvent } from "./pull-requests.ts";
import { pushEvent, type RefUpdate } from "./push.ts";
import { refEvent } from "./refs.ts";

/** Emits the events for a created, moved or deleted branch, and for the open pull requests from it. */
export function emitPush(context: EmulatorContext, repository: Repository, sender: Account, push: RefUpdate): void {
  const { db, deliveries } = context;
  const { ref, before, after } = push;
  if (before === undefined) deliveries.emit(repository.id, refEvent(context, repository, sender, "create", ref));
  if (after === undefined) deliveries.emit(repository.id, refEvent(context, repository, sender, "delete", ref));
  deliveries.emit(repository.id, pushEvent(context, repository, sender, push));
  if (before === undefined || after === undefined) return;
  for (const { repository_id, number, issue_id } of openPullRequestsFrom(db, repository.id, branchOf(ref))) {
    issues.update(db, { id: issue_id }, { updated_at: timestamp(context.now()) });
    const pull = findPullRequest(db, repository_id, number);
    if (!pull) continue;
    const baseRepository = repositoryOf(db, repository_id);
    deliveries.emit(baseRepository.id, synchronizeEvent(context, baseRepository, pull, sender, { before, after }));
  }
}

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, "");
