import {
  deleteEnterpriseAnnouncement,
  getEnterpriseAnnouncement,
  updateEnterpriseAnnouncement,
} from "@forgehand/core/operations";
import { enterpriseHandler } from "../../http/handler.ts";
import * as state from "../../state/announcements.ts";
import { currentAnnouncement, replaceAnnouncement } from "../shared/announcement.ts";

export const enterpriseAnnouncement = [
  enterpriseHandler(getEnterpriseAnnouncement, (_input, { context, enterprise }) =>
    currentAnnouncement(context, { enterpriseId: enterprise.id }),
  ),

  enterpriseHandler(updateEnterpriseAnnouncement, (input, { context, enterprise }) =>
    replaceAnnouncement(context, { enterpriseId: enterprise.id }, input),
  ),

  enterpriseHandler(deleteEnterpriseAnnouncement, (_input, { context, enterprise }) => {
    state.deleteAnnouncement(context.db, { enterpriseId: enterprise.id });
    return undefined;
  }),
];
