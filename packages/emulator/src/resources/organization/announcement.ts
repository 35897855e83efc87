import { deleteAnnouncement, getAnnouncement, updateAnnouncement } from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import * as state from "../../state/announcements.ts";
import { currentAnnouncement, replaceAnnouncement } from "../shared/announcement.ts";

export const announcement = [
  organizationHandler(getAnnouncement, (_input, { context, organization }) =>
    currentAnnouncement(context, { organizationId: organization.id }),
  ),

  organizationHandler(updateAnnouncement, (input, { context, organization }) =>
    replaceAnnouncement(context, { organizationId: organization.id }, input),
  ),

  organizationHandler(deleteAnnouncement, (_input, { context, organization }) => {
    state.deleteAnnouncement(context.db, { organizationId: organization.id });
    return undefined;
  }),
];
