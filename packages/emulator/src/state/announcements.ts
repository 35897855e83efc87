import * as z from "zod/mini";
import { type Database, flag, toNullableFlag } from "./database.ts";

export const ANNOUNCEMENT_TABLES = `
CREATE TABLE announcements (
  organization_id INTEGER UNIQUE REFERENCES accounts ON DELETE CASCADE,
  enterprise_id INTEGER UNIQUE REFERENCES enterprises ON DELETE CASCADE,
  announcement TEXT NOT NULL, expires_at TEXT, user_dismissible INTEGER,
  CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))
) STRICT;
`;

/** The owner of an announcement banner. */
export type AnnouncementOwner = { readonly organizationId: number } | { readonly enterpriseId: number };

/** An owner's announcement banner. */
export const Announcement = z.object({
  announcement: z.string(),
  /** Null: it doesn't expire. */
  expires_at: z.nullable(z.string()),
  user_dismissible: z.nullable(flag()),
});
export type Announcement = z.output<typeof Announcement>;

const columnOf = (owner: AnnouncementOwner) =>
  "organizationId" in owner
    ? (["organization_id", owner.organizationId] as const)
    : (["enterprise_id", owner.enterpriseId] as const);

/** Returns the latest banner of an owner, even if it has expired. */
export function findAnnouncement(db: Database, owner: AnnouncementOwner): Announcement | undefined {
  const [column, id] = columnOf(owner);
  return db.get(Announcement, `SELECT * FROM announcements WHERE ${column} = ?`, id);
}

export function setAnnouncement(db: Database, owner: AnnouncementOwner, announcement: Announcement): void {
  const [column, id] = columnOf(owner);
  db.run(
    `INSERT OR REPLACE INTO announcements (${column}, announcement, expires_at, user_dismissible) VALUES (?, ?, ?, ?)`,
    ...[id, announcement.announcement, announcement.expires_at],
    toNullableFlag(announcement.user_dismissible),
  );
}

export function deleteAnnouncement(db: Database, owner: AnnouncementOwner): void {
  const [column, id] = columnOf(owner);
  db.run(`DELETE FROM announcements WHERE ${column} = ?`, id);
}
