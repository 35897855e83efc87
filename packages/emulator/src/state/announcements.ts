import * as z from "zod/mini";
import { type Database, flag, toNullableFlag } from "./database.ts";

export const ANNOUNCEMENT_TABLES = `
CREATE TABLE announcements (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  announcement TEXT NOT NULL, expires_at TEXT, user_dismissible INTEGER
) STRICT;
`;

/** An organization's announcement banner. */
export const Announcement = z.object({
  announcement: z.string(),
  /** Null: it doesn't expire. */
  expires_at: z.nullable(z.string()),
  user_dismissible: z.nullable(flag()),
});
export type Announcement = z.output<typeof Announcement>;

/** Returns the latest banner of an organization, even if it has expired. */
export function findAnnouncement(db: Database, organizationId: number): Announcement | undefined {
  return db.get(Announcement, "SELECT * FROM announcements WHERE organization_id = ?", organizationId);
}

export function setAnnouncement(db: Database, organizationId: number, announcement: Announcement): void {
  db.run(
    "INSERT OR REPLACE INTO announcements VALUES (?, ?, ?, ?)",
    ...[organizationId, announcement.announcement, announcement.expires_at],
    toNullableFlag(announcement.user_dismissible),
  );
}

export function deleteAnnouncement(db: Database, organizationId: number): void {
  db.run("DELETE FROM announcements WHERE organization_id = ?", organizationId);
}
