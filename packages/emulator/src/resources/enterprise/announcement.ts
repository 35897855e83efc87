import {
  deleteEnterpriseAnnouncement,
  getEnterpriseAnnouncement,
  updateEnterpriseAnnouncement,
} from "@forgehand/core/operations";
import { enterpriseHandler } from "../../http/handler.ts";
import { announcements } from "../../state/announcements.ts";
import { currentAnnouncement, replaceAnnouncement } from "../shared/announcement.ts";

export const enterpriseAnnouncement = [
  enterpriseHandler(getEnterpriseAnnouncement, (_input, { context, enterprise }) =>
    currentAnnouncement(context, { enterprise_id: enterprise.id }),
  ),

  enterpriseHandler(updateEnterpriseAnnouncement, (input, { context, enterprise }) =>
    replaceAnnouncement(context, { enterprise_id: enterprise.id }, input),
  ),

  enterpriseHandler(deleteEnterpriseAnnouncement, (_input, { context, enterprise }) => {
    announcements.delete(context.db, { enterprise_id: enterprise.id });
    return undefined;
  }),
];
