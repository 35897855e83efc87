import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { anyEventFields, repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { SecretLocation } from "./parts/secret-location.ts";
import { SecretScanningAlert } from "./parts/secret-scanning-alert.ts";

/** Another location of a secret that an alert is about was found. */
export const secretScanningAlertLocation = event(
  "secret_scanning_alert_location",
  allHooks("secret_scanning_alerts"),
  () => ({
    payload: {
      ...repositoryEventFields(),
      sender: z.optional(User.schema()),
      alert: SecretScanningAlert.schema(),
      location: SecretLocation.schema(),
    },
    actions: { created: {} },
  }),
);

/** A scan for secrets completed. */
export const secretScanningScan = event("secret_scanning_scan", allHooks("secret_scanning_alerts"), () => ({
  payload: {
    ...anyEventFields(),
    type: extensibleEnum("backfill", "custom-pattern-backfill", "pattern-version-backfill"),
    source: extensibleEnum("git", "issues", "pull-requests", "discussions", "wiki"),
    ...fieldsWith(z.string(), "started_at", "completed_at"),
    secret_types: z.optional(z.nullable(z.array(z.string()))),
    custom_pattern_name: z.optional(z.nullable(z.string())),
    custom_pattern_scope: z.optional(z.nullable(extensibleEnum("repository", "organization", "enterprise"))),
  },
  actions: { completed: {} },
}));
