import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { SecretScanningAlert } from "./parts/secret-scanning-alert.ts";

/** A secret scanning alert was created or changed. */
export const secretScanningAlert = event("secret_scanning_alert", allHooks("secret_scanning_alerts"), () => ({
  payload: { ...repositoryEventFields(), sender: z.optional(User.schema()), alert: SecretScanningAlert.schema() },
  actions: {
    assigned: { assignee: z.optional(User.schema()) },
    created: {},
    metadata_created: {},
    metadata_removed: {},
    publicly_leaked: {},
    reopened: {},
    resolved: {},
    unassigned: { assignee: z.optional(User.schema()) },
    validated: {},
  },
}));
