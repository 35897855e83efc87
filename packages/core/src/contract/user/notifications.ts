import * as z from "zod/mini";
import type { PerPage } from "../definition.ts";
import { timestamp } from "../fields.ts";
import { Thread } from "../objects/thread.ts";
import { operation } from "../operation.ts";
import { pageFields } from "../paging.ts";
import { NOTIFICATION_ACCESS, notificationFilters } from "../shared/notifications.ts";

const PER_PAGE: PerPage = { default: 50, maximum: 50 };

/**
 * Lists the caller's notifications, most recently updated first: the unread ones unless `all` is true.
 * @see https://docs.github.com/rest/activity/notifications#list-notifications-for-the-authenticated-user
 */
export const listNotifications = operation("GET /notifications", () => ({
  query: z.object({ ...pageFields(PER_PAGE), ...notificationFilters() }),
  success: { 200: z.array(Thread.schema()) },
  otherStatuses: [304, 401, 403, 422],
  ...NOTIFICATION_ACCESS,
  retry: "safe",
  paging: { kind: "page", parameter: "page", perPage: PER_PAGE },
}));

/**
 * Marks the caller's notifications as read, up to `last_read_at`, by default the present time. If there are many, the
 * service responds with a message (202) and marks them later.
 * @see https://docs.github.com/rest/activity/notifications#mark-notifications-as-read
 */
export const markNotificationsAsRead = operation("PUT /notifications", () => ({
  body: z.object({ last_read_at: z.optional(timestamp()), read: z.optional(z.boolean()) }),
  success: { 202: z.looseObject({ message: z.optional(z.string()) }), 205: undefined },
  otherStatuses: [304, 401, 403],
  ...NOTIFICATION_ACCESS,
  // Without `last_read_at`, a repetition also marks what arrived since the first attempt.
  retry: "verify",
}));
