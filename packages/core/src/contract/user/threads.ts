import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { ThreadSubscription } from "../objects/subscription.ts";
import { Thread } from "../objects/thread.ts";
import { operation } from "../operation.ts";

// Fine-grained and app tokens are not accepted (source: docs).
const access: Access = {
  tokens: ["classic", "oauth"],
  requirements: [[{ scope: "notifications" }], [{ scope: "repo" }]],
};

const threadPath = () => z.object({ thread_id: z.int() });

/**
 * Gets a notification thread of the caller.
 * @see https://docs.github.com/rest/activity/notifications#get-a-thread
 */
export const getThread = operation("GET /notifications/threads/{thread_id}", () => ({
  path: threadPath(),
  success: { 200: Thread.schema() },
  otherStatuses: [304, 401, 403, 404],
  access,
  retry: "safe",
}));

/**
 * Gets the caller's subscription to a notification thread; null if the caller isn't subscribed to it.
 * @see https://docs.github.com/rest/activity/notifications#get-a-thread-subscription-for-the-authenticated-user
 */
export const getThreadSubscription = operation("GET /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  success: { 200: ThreadSubscription.schema() },
  absent: { 404: null },
  otherStatuses: [304, 401, 403],
  access,
  retry: "safe",
}));

/**
 * Subscribes to a notification thread, or ignores it.
 * @see https://docs.github.com/rest/activity/notifications#set-a-thread-subscription
 */
export const setThreadSubscription = operation("PUT /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  body: z.object({ ignored: z._default(z.boolean(), false) }),
  success: { 200: ThreadSubscription.schema() },
  otherStatuses: [304, 401, 403, 404],
  access,
  retry: "idempotent",
}));

/**
 * Unsubscribes from a notification thread until the caller comments on it or is mentioned.
 * @see https://docs.github.com/rest/activity/notifications#delete-a-thread-subscription
 */
export const deleteThreadSubscription = operation("DELETE /notifications/threads/{thread_id}/subscription", () => ({
  path: threadPath(),
  success: { 204: undefined },
  otherStatuses: [304, 401, 403, 404],
  access,
  retry: "idempotent",
}));
