import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { type AnnouncementOwner, announcements } from "../../state/announcements.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import { defineSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const Announcement = z.strictObject({
  announcement: z.string(),
  expires: z.optional(SeedTime),
  user_dismissible: z._default(z.boolean(), false),
});

/** Inserts the announcement banner of one kind of owner. */
const announcementOf = <O>(ownerOf: (owner: O) => AnnouncementOwner) =>
  defineSection(Announcement, ({ db, timeOrNull }, owner: O, { expires, ...banner }) =>
    announcements.insert(db, { ...ownerOf(owner), ...banner, expires_at: timeOrNull(expires) }),
  );

export const organizationAnnouncement = announcementOf(({ id }: Account) => ({ organization_id: id }));
export const enterpriseAnnouncement = announcementOf(({ id }: Enterprise) => ({ enterprise_id: id }));
