import { deleteAnnouncement, getAnnouncement, updateAnnouncement } from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/announcements.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

const NONE = { announcement: null, expires_at: null, user_dismissible: false } as const;

export const announcement = [
  onOrganization(getAnnouncement, (_input, { world, organization }) => shown(world, organization)),

  onOrganization(updateAnnouncement, (input, { world, organization }) => {
    if (input.announcement === null) {
      state.deleteAnnouncement(world.db, organization.id);
    } else {
      state.setAnnouncement(world.db, organization.id, {
        announcement: input.announcement,
        // A banner is set whole: what isn't said is not taken from the one before (document 2, Announcement banner).
        expires_at: input.expires_at ? timestamp(new Date(input.expires_at)) : null,
        user_dismissible: input.user_dismissible === undefined ? false : input.user_dismissible,
      });
    }
    return shown(world, organization);
  }),

  onOrganization(deleteAnnouncement, (_input, { world, organization }) => {
    state.deleteAnnouncement(world.db, organization.id);
    return undefined;
  }),
];

/** An organization's banner as people see it now. */
function shown({ db, now }: World, organization: Account) {
  const banner = state.findAnnouncement(db, organization.id);
  if (!banner || (banner.expires_at !== null && new Date(banner.expires_at) <= now())) return NONE;
  return banner;
}
