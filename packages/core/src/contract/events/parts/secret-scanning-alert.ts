import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { User } from "../../objects/user.ts";
import { alike, named, open, sensitive } from "../../schema.ts";

/** A secret that was found where it should not be (public description). */
export interface SecretScanningAlert extends OutputOf<typeof secretScanningAlertSchema> {}
const secretScanningAlertSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    number: z.optional(z.int()),
    ...alike(
      z.optional(z.string()),
      "created_at",
      "url",
      "html_url",
      "locations_url",
      "secret_type",
      "secret_type_display_name",
    ),
    ...alike(
      z.optional(z.nullable(z.string())),
      "updated_at",
      "resolved_at",
      "resolution_comment",
      "push_protection_bypassed_at",
      "push_protection_bypass_request_comment",
      "push_protection_bypass_request_reviewer_comment",
      "push_protection_bypass_request_html_url",
    ),
    ...alike(
      z.optional(z.nullable(User())),
      "resolved_by",
      "assigned_to",
      "push_protection_bypassed_by",
      "push_protection_bypass_request_reviewer",
    ),
    ...alike(z.optional(z.nullable(z.boolean())), "push_protection_bypassed", "publicly_leaked", "multi_repo"),
    resolution: z.optional(
      z.nullable(open("false_positive", "wont_fix", "revoked", "used_in_tests", "pattern_deleted", "pattern_edited")),
    ),
    validity: z.optional(open("active", "inactive", "unknown")),
    // Undescribed: it is not told today, and must not leak should it be.
    secret: z.optional(sensitive(z.string())),
  }),
);
export const SecretScanningAlert: Named<SecretScanningAlert> = secretScanningAlertSchema;
