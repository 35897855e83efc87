import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { setAnnouncement } from "../../state/announcements.ts";
import { defineSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const Announcement = z.strictObject({
  announcement: z.string(),
  expires: z.optional(SeedTime),
  user_dismissible: z._default(z.boolean(), false),
});

/** Inserts an organization's announcement banner. */
export const announcement = defineSection(Announcement, (context, organization: Account, { expires, ...banner }) => {
  setAnnouncement(context.db, organization.id, {
    ...banner,
    expires_at: expires === undefined ? null : context.toTimestamp(expires),
  });
});
