import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { setAnnouncement } from "../../state/announcements.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Announcement = z.strictObject({
  announcement: z.string(),
  expires: z.optional(SeedTime),
  user_dismissible: z._default(z.boolean(), false),
});

/** The banner that an organization shows. */
export const announcement = section(Announcement, (planting, organization: Account, { expires, ...banner }) => {
  setAnnouncement(planting.db, organization.id, {
    ...banner,
    expires_at: expires === undefined ? null : planting.at(expires),
  });
});
