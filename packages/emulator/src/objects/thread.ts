import type { Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getIssue } from "../state/issues.ts";
import type { NotificationThread } from "../state/notification-threads.ts";
import { pullRequests } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { renderRepository, renderSimpleRepository } from "./repository.ts";

/** A notification thread with the repository of its subject. */
export interface ThreadWithRepository {
  readonly thread: NotificationThread;
  readonly repository: Repository;
}

const threadUrl = ({ apiUrl }: EmulatorContext, { id }: NotificationThread) => `${apiUrl}/notifications/threads/${id}`;

/** Renders a notification thread. */
export function renderThread(context: EmulatorContext, caller: Caller, found: ThreadWithRepository) {
  const { thread, repository } = found;
  const url = threadUrl(context, thread);
  return {
    id: String(thread.id),
    repository: renderRepository(context, repository, caller),
    subject: renderSubject(context, found),
    reason: thread.reason,
    unread: thread.unread,
    updated_at: thread.updated_at,
    last_read_at: thread.last_read_at,
    url,
    subscription_url: `${url}/subscription`,
  };
}

function renderSubject(context: EmulatorContext, { thread, repository }: ThreadWithRepository) {
  const repositoryUrl = renderSimpleRepository(context, repository).url;
  const { issue_id, comment_id } = thread;
  if (issue_id === null) {
    const url = `${repositoryUrl}/releases/${thread.subject_id}`;
    return { title: thread.title ?? "", url, latest_comment_url: url, type: "Release" };
  }
  const issue = getIssue(context.db, issue_id);
  const isPull = pullRequests.has(context.db, { issue_id });
  const url = `${repositoryUrl}/${isPull ? "pulls" : "issues"}/${issue.number}`;
  return {
    title: issue.title,
    url,
    latest_comment_url: comment_id === null ? url : `${repositoryUrl}/issues/comments/${comment_id}`,
    type: isPull ? "PullRequest" : "Issue",
  };
}

/** Renders the subscription to a thread. */
export function renderThreadSubscription(
  context: EmulatorContext,
  { thread, repository }: ThreadWithRepository,
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
