import { deleteAnnouncement, getAnnouncement, updateAnnouncement } from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import { announcements } from "../../state/announcements.ts";
import { currentAnnouncement, replaceAnnouncement } from "../shared/announcement.ts";

export const announcement = [
  organizationHandler(getAnnouncement, (_input, { context, organization }) =>
    currentAnnouncement(context, { organization_id: organization.id }),
  ),

  organizationHandler(updateAnnouncement, (input, { context, organization }) =>
    replaceAnnouncement(context, { organization_id: organization.id }, input),
  ),

  organizationHandler(deleteAnnouncement, (_input, { context, organization }) => {
    announcements.delete(context.db, { organization_id: organization.id });
    return undefined;
  }),
];
