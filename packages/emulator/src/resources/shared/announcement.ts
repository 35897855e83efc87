import type { Input, Operation } from "@forgehand/core/contract";
import {
  type Announcement,
  deleteAnnouncement,
  deleteEnterpriseAnnouncement,
  getAnnouncement,
  getEnterpriseAnnouncement,
  updateAnnouncement,
  updateEnterpriseAnnouncement,
} from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import {
  type ApiCall,
  type DefineHandler,
  enterpriseHandler,
  type Handler,
  organizationHandler,
} from "../../http/handler.ts";
import * as state from "../../state/announcements.ts";
import { timestamp } from "../../timestamp.ts";

type BannerInput = Omit<Input<typeof updateAnnouncement>, "org">;

function announcementHandlers<C extends ApiCall, P, I extends BannerInput>(
  define: DefineHandler<C>,
  ownerOf: (call: C) => state.AnnouncementOwner,
  operations: {
    readonly get: Operation<P, Announcement>;
    readonly update: Operation<I, Announcement>;
    readonly remove: Operation<P, undefined>;
  },
): Handler[] {
  return [
    define(operations.get, (_input, call) => currentAnnouncement(call.context, ownerOf(call))),
    define(operations.update, (input, call) => replaceAnnouncement(call.context, ownerOf(call), input)),
    define(operations.remove, (_input, call) => {
      state.announcements.delete(call.context.db, ownerOf(call));
    }),
  ];
}

export const announcements: readonly Handler[] = [
  ...announcementHandlers(organizationHandler, ({ organization: { id } }) => ({ organization_id: id }), {
    get: getAnnouncement,
    update: updateAnnouncement,
    remove: deleteAnnouncement,
  }),
  ...announcementHandlers(enterpriseHandler, ({ enterprise: { id } }) => ({ enterprise_id: id }), {
    get: getEnterpriseAnnouncement,
    update: updateEnterpriseAnnouncement,
    remove: deleteEnterpriseAnnouncement,
  }),
];

const NO_ANNOUNCEMENT = { announcement: null, expires_at: null, user_dismissible: false } as const;

/** Returns the banner, or an empty one if it is missing or has expired. */
function currentAnnouncement({ db, now }: EmulatorContext, owner: state.AnnouncementOwner): Announcement {
  const banner = state.announcements.find(db, owner);
  if (!banner || (banner.expires_at !== null && new Date(banner.expires_at) <= now())) return NO_ANNOUNCEMENT;
  const { announcement, expires_at, user_dismissible } = banner;
  return { announcement, expires_at, user_dismissible };
}

/** Replaces the whole banner, so omitted fields get their defaults. */
function replaceAnnouncement(context: EmulatorContext, owner: state.AnnouncementOwner, input: BannerInput) {
  const { announcement, expires_at, user_dismissible = false } = input;
  state.announcements.delete(context.db, owner);
  if (announcement !== null) {
    state.announcements.insert(context.db, {
      ...owner,
      announcement,
      expires_at: expires_at ? timestamp(new Date(expires_at)) : null,
      user_dismissible,
    });
  }
  return currentAnnouncement(context, owner);
}
