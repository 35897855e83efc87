import { listNotifications, listRepositoryNotifications, markNotificationsAsRead } from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { type ApiCall, renderPage, repositoryHandler, requireUser, userHandler } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { renderThread } from "../../objects/thread.ts";
import { markThreads, threadsOf } from "../../state/notification-threads.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

/** Number of notifications from which on they are marked in the background; GitHub's is unknown. */
const MANY_NOTIFICATIONS = 1000;

export const notifications = [
  userHandler(listNotifications, (input, call) => listThreads(call, input)),

  repositoryHandler(listRepositoryNotifications, (input, call) => listThreads(call, input, call.repository.id)),

  userHandler(markNotificationsAsRead, ({ last_read_at, read = true }, { context, user }) => {
    const now = timestamp(context.now());
    const by = last_read_at === undefined ? now : timestamp(new Date(last_read_at));
    const marked = markThreads(context.db, user.id, read, by, now);
    if (marked < MANY_NOTIFICATIONS) return reply(205, undefined);
    const message =
      "Unread notifications couldn't be marked in a single request. Notifications are being marked as read in the background.";
    return reply(202, { message });
  }),
];

interface ThreadListInput {
  readonly all?: boolean | undefined;
  readonly participating?: boolean | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

function listThreads(call: ApiCall, input: ThreadListInput, repositoryId?: number) {
  const { context, caller, page } = call;
  const { all = false, participating = false, since, before } = input;
  const filter = { userId: requireUser(call).id, repositoryId, all, participating, ...toTimestamps({ since, before }) };
  const rows = threadsOf(context.db, filter, visibleRepositories(caller), page);
  return renderPage(call, rows, (thread) =>
    renderThread(context, caller, { thread, repository: repositoryOf(context.db, thread.repository_id) }),
  );
}

/** Converts times with any offset to stored ones. */
function toTimestamps({ since, before }: { readonly since: string | undefined; readonly before: string | undefined }) {
  const convert = (time: string | undefined) => (time === undefined ? undefined : timestamp(new Date(time)));
  return { since: convert(since), before: convert(before) };
}
