import {
  deleteThreadSubscription,
  getThread,
  getThreadSubscription,
  markThreadAsRead,
  setThreadSubscription,
} from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { type UserCall, userHandler } from "../../http/handler.ts";
import { notFound, requireFound } from "../../http-error.ts";
import { renderThread, renderThreadSubscription, type ThreadWithRepository } from "../../objects/thread.ts";
import * as state from "../../state/notification-threads.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const threads = [
  userHandler(getThread, ({ thread_id }, call) =>
    renderThread(call.context, call.caller, requireThread(call, thread_id)),
  ),

  userHandler(markThreadAsRead, ({ thread_id }, call) => {
    const { db, now } = call.context;
    const { id } = requireThread(call, thread_id).thread;
    state.notificationThreads.update(db, { id }, { unread: false, last_read_at: timestamp(now()) });
  }),

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
function requireThread({ context, caller, user }: UserCall, id: number): ThreadWithRepository {
  const thread = requireFound(state.notificationThreads.find(context.db, { user_id: user.id, id }));
  const repository = repositoryOf(context.db, thread.repository_id);
  if (!canSeeRepository(context, caller, repository)) throw notFound();
  return { thread, repository };
}
