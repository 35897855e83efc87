import { deleteAnnouncement, getAnnouncement, updateAnnouncement } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { organizationHandler } from "../../http/handler.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/announcements.ts";
import { timestamp } from "../../timestamp.ts";

const NO_ANNOUNCEMENT = { announcement: null, expires_at: null, user_dismissible: false } as const;

export const announcement = [
  organizationHandler(getAnnouncement, (_input, { context, organization }) =>
    currentAnnouncement(context, organization),
  ),

  organizationHandler(updateAnnouncement, (input, { context, organization }) => {
    if (input.announcement === null) {
      state.deleteAnnouncement(context.db, organization.id);
    } else {
      state.setAnnouncement(context.db, organization.id, {
        announcement: input.announcement,
        // An update replaces the whole banner, so omitted fields get their defaults.
        expires_at: input.expires_at ? timestamp(new Date(input.expires_at)) : null,
        user_dismissible: input.user_dismissible === undefined ? false : input.user_dismissible,
      });
    }
    return currentAnnouncement(context, organization);
  }),

  organizationHandler(deleteAnnouncement, (_input, { context, organization }) => {
    state.deleteAnnouncement(context.db, organization.id);
    return undefined;
  }),
];

/** Returns the banner, or an empty one if it is missing or has expired. */
function currentAnnouncement({ db, now }: EmulatorContext, organization: Account) {
  const banner = state.findAnnouncement(db, organization.id);
  if (!banner || (banner.expires_at !== null && new Date(banner.expires_at) <= now())) return NO_ANNOUNCEMENT;
  return banner;
}
