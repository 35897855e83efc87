import { visibleRepositories } from "../../callers/visible.ts";
import { threadsOf } from "../../state/notification-threads.ts";
import type { PageRequest } from "../page-request.ts";

const ONE_ROW = { limit: 1, offset: 0 };

/** Returns whether the signed-in user has unread notifications. */
export function hasUnreadNotifications({ context, user, caller }: PageRequest): boolean {
  if (!user) return false;
  const filter = { userId: user.id, all: false, participating: false };
  return threadsOf(context.db, filter, visibleRepositories(caller), ONE_ROW).rows.length > 0;
}
