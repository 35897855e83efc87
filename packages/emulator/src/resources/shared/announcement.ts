import type { Input } from "@forgehand/core/contract";
import type { Announcement, updateAnnouncement } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type AnnouncementOwner, announcements } from "../../state/announcements.ts";
import { timestamp } from "../../timestamp.ts";

type BannerInput = Omit<Input<typeof updateAnnouncement>, "org">;

const NO_ANNOUNCEMENT = { announcement: null, expires_at: null, user_dismissible: false } as const;

/** Returns the banner, or an empty one if it is missing or has expired. */
export function currentAnnouncement({ db, now }: EmulatorContext, owner: AnnouncementOwner): Announcement {
  const banner = announcements.find(db, owner);
  if (!banner || (banner.expires_at !== null && new Date(banner.expires_at) <= now())) return NO_ANNOUNCEMENT;
  const { announcement, expires_at, user_dismissible } = banner;
  return { announcement, expires_at, user_dismissible };
}

/** Replaces the whole banner, so omitted fields get their defaults. */
export function replaceAnnouncement(context: EmulatorContext, owner: AnnouncementOwner, input: BannerInput) {
  const { announcement, expires_at, user_dismissible = false } = input;
  announcements.delete(context.db, owner);
  if (announcement !== null) {
    announcements.insert(context.db, {
      ...owner,
      announcement,
      expires_at: expires_at ? timestamp(new Date(expires_at)) : null,
      user_dismissible,
    });
  }
  return currentAnnouncement(context, owner);
}
