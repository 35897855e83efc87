import * as z from "zod/mini";
import { issues } from "../../state/issues.ts";
import { issueSubject, NOTIFICATION_REASONS, notificationThreads } from "../../state/notification-threads.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Notification = z.strictObject({
  /** Id of the thread, which only a list of notifications would return; by default the next free one. */
  id: z.optional(z.int().check(z.gte(1))),
  user: z.string(),
  /** Number of the issue or pull request. */
  number: z.int(),
  reason: z.enum(NOTIFICATION_REASONS),
  unread: z._default(z.boolean(), true),
  updated: z.optional(SeedTime),
  subscription: z._default(z.enum(["subscribed", "ignored", "none"]), "subscribed"),
});

/** Inserts the threads of users who were notified of a repository's issues and pull requests. */
export const notifications = listSection(Notification, ({ db, user, toTimestamp }, repository: Repository, input) => {
  const { id = null, number, reason, unread, subscription } = input;
  const issue = issues.find(db, { repository_id: repository.id, number });
  if (!issue) throw new SeedError(["number"], `must be an issue or pull request, got ${number}`);
  const user_id = user(input.user, "user").id;
  if (notificationThreads.has(db, { user_id, issue_id: issue.id }))
    throw new SeedError([], "must be the user's only thread there");
  if (id !== null && notificationThreads.has(db, { id })) throw new SeedError(["id"], "must be unique");
  const updated_at = toTimestamp(input.updated);
  const thread = {
    user_id,
    ...issueSubject(issue),
    reason,
    unread,
    updated_at,
    last_read_at: unread ? null : updated_at,
    ignored: subscription === "none" ? null : subscription === "ignored",
    subscribed_at: subscription === "none" ? null : updated_at,
  };
  if (id === null) notificationThreads.insert(db, thread);
  else notificationThreads.put(db, { ...thread, id });
});
