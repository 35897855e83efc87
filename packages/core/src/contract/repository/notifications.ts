import { Thread } from "../objects/thread.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { NOTIFICATION_ACCESS, notificationFilters } from "../shared/notifications.ts";

/**
 * Lists the caller's notifications of a repository, most recently updated first: the unread ones unless `all` is true.
 * @see https://docs.github.com/rest/activity/notifications#list-repository-notifications-for-the-authenticated-user
 */
export const listRepositoryNotifications = operation("GET /repos/{owner}/{repo}/notifications", () => ({
  ...list(Thread.schema(), notificationFilters()),
  ...NOTIFICATION_ACCESS,
}));
