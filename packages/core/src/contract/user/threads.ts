import * as z from "zod/mini";
import { ThreadSubscription } from "../objects/subscription.ts";
import { Thread } from "../objects/thread.ts";
import { operation } from "../operation.ts";
import { change, get, getIfPresent, update } from "../reads-and-writes.ts";
import { NOTIFICATION_ACCESS } from "../shared/notifications.ts";

const threadPath = () => z.object({ thread_id: z.int() });

/**
 * Gets a notification thread of the caller.
 * @see https://docs.github.com/rest/activity/notifications#get-a-thread
 */
export const getThread = operation("GET /notifications/threads/{thread_id}", () => ({
  path: threadPath(),
  ...get(NOTIFICATION_ACCESS, Thread.schema(), [304, 401, 403, 404]),
}));

/**
 * Marks a notification thread as read.
 * @see https://docs.github.com/rest/activity/notifications#mark-a-thread-as-read
 */
export const markThreadAsRead = operation("PATCH /notifications/threads/{thread_id}", () => ({
  path: threadPath(),
  success: { 205: undefined },
  otherStatuses: [304, 403],
  ...NOTIFICATION_ACCESS,
  retry: "idempotent",
}));

/**
 * Gets the caller's subscription to a notification thread; null if the caller isn't subscribed to it.
 * @see https://docs.github.com/rest/activity/notifications#get-a-thread-subscription-for-the-authenticated-user
 */
export const getThreadSubscription = operation("GET /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  ...getIfPresent(NOTIFICATION_ACCESS, ThreadSubscription.schema(), [304, 401, 403]),
}));

/**
 * Subscribes to a notification thread, or ignores it.
 * @see https://docs.github.com/rest/activity/notifications#set-a-thread-subscription
 */
export const setThreadSubscription = operation("PUT /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  body: z.object({ ignored: z._default(z.boolean(), false) }),
  ...update(NOTIFICATION_ACCESS, ThreadSubscription.schema(), [304, 401, 403, 404]),
}));

/**
 * Unsubscribes from a notification thread until the caller comments on it or is mentioned.
 * @see https://docs.github.com/rest/activity/notifications#delete-a-thread-subscription
 */
export const deleteThreadSubscription = operation("DELETE /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  ...change(NOTIFICATION_ACCESS, [304, 401, 403, 404]),
}));
