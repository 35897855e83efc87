import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Issue } from "../state/issues.ts";
import type { NotificationThread } from "../state/notification-threads.ts";
import { pullRequests } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { renderRepository, renderSimpleRepository } from "./repository.ts";

/** A notification thread with the issue or pull request that it is about, and its repository. */
export interface ThreadWithSubject {
  readonly thread: NotificationThread;
  readonly issue: Issue;
  readonly repository: Repository;
}

const threadUrl = ({ apiUrl }: EmulatorContext, { id }: NotificationThread) => `${apiUrl}/notifications/threads/${id}`;

/** Renders a notification thread. */
export function renderThread(
  context: EmulatorContext,
  caller: Caller,
  { thread, issue, repository }: ThreadWithSubject,
) {
  const isPull = pullRequests.has(context.db, { issue_id: issue.id });
  const subjectUrl = `${renderSimpleRepository(context, repository).url}/${isPull ? "pulls" : "issues"}/${issue.number}`;
  const url = threadUrl(context, thread);
  return {
    id: String(thread.id),
    repository: renderRepository(context, repository, caller),
    subject: {
      title: issue.title,
      url: subjectUrl,
      latest_comment_url: subjectUrl,
      type: isPull ? "PullRequest" : "Issue",
    },
    reason: thread.reason,
    unread: thread.unread,
    updated_at: thread.updated_at,
    last_read_at: thread.last_read_at,
    url,
    subscription_url: `${url}/subscription`,
  };
}

/** Renders the subscription to a thread. */
export function renderThreadSubscription(
  context: EmulatorContext,
  { thread, repository }: ThreadWithSubject,
  { ignored, created_at }: { readonly ignored: boolean; readonly created_at: string | null },
) {
  const url = threadUrl(context, thread);
  return {
    subscribed: !ignored,
    ignored,
    reason: null,
    created_at,
    url: `${url}/subscription`,
    thread_url: url,
    repository_url: renderSimpleRepository(context, repository).url,
  };
}
