import {
  deleteThreadSubscription,
  getThread,
  getThreadSubscription,
  setThreadSubscription,
} from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { type ApiCall, userHandler } from "../../http/handler.ts";
import { notFound, requireFound } from "../../http-error.ts";
import { renderThread, renderThreadSubscription, type ThreadWithSubject } from "../../objects/thread.ts";
import type { Account } from "../../state/accounts.ts";
import { getIssue } from "../../state/issues.ts";
import * as state from "../../state/notification-threads.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const threads = [
  userHandler(getThread, ({ thread_id }, call) =>
    renderThread(call.context, call.caller, requireThread(call, thread_id)),
  ),

  userHandler(getThreadSubscription, ({ thread_id }, call) => {
    const found = requireThread(call, thread_id);
    const { ignored, subscribed_at: created_at } = found.thread;
    return ignored === null ? null : renderThreadSubscription(call.context, found, { ignored, created_at });
  }),

  userHandler(setThreadSubscription, ({ thread_id, ignored = false }, call) => {
    const { db, now } = call.context;
    state.setThreadSubscription(db, requireThread(call, thread_id).thread.id, ignored, timestamp(now()));
    const found = requireThread(call, thread_id);
    return renderThreadSubscription(call.context, found, { ignored, created_at: found.thread.subscribed_at });
  }),

  userHandler(deleteThreadSubscription, ({ thread_id }, call) => {
    state.notificationThreads.update(
      call.context.db,
      { id: requireThread(call, thread_id).thread.id },
      { ignored: null, subscribed_at: null },
    );
  }),
];

/** @throws HttpError 404 if the user has no such thread or can no longer see its repository */
function requireThread({ context, caller, user }: ApiCall & { readonly user: Account }, id: number): ThreadWithSubject {
  const thread = requireFound(state.notificationThreads.find(context.db, { user_id: user.id, id }));
  const issue = getIssue(context.db, thread.issue_id);
  const repository = repositoryOf(context.db, issue.repository_id);
  if (!canSeeRepository(context, caller, repository)) throw notFound();
  return { thread, issue, repository };
}
