import type { Database } from "../../state/database.ts";
import { findRepository } from "../../state/repositories.ts";

/** The notifications that a query selects. */
export interface NotificationQuery {
  readonly isUnread: boolean;
  /** Whether the user must take part in the subject or be mentioned. */
  readonly isParticipating: boolean;
  /** Id of the only repository; -1 if no repository has the name. */
  readonly repository: number | undefined;
}

/** Reads a query such as `is:unread repo:acme/widgets`. Other words have no effect. */
export function readNotificationQuery(db: Database, text: string): NotificationQuery {
  const words = text.toLowerCase().split(/\s+/);
  const [, owner, name] = words.map((word) => /^repo:([^/]+)\/([^/]+)$/.exec(word)).find((match) => match) ?? [];
  const isNamed = owner !== undefined && name !== undefined;
  return {
    isUnread: words.includes("is:unread"),
    isParticipating: words.includes("reason:participating"),
    repository: isNamed ? (findRepository(db, owner, name)?.id ?? -1) : undefined,
  };
}
