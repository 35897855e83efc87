import * as z from "zod/mini";
import { User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject, sensitive } from "../../schema.ts";

/** A secret scanning alert: a secret found in the repository's content. */
export class SecretScanningAlert extends namedObject(() => ({
  number: z.optional(z.int()),
  ...fieldsWith(
    z.optional(z.string()),
    "created_at",
    "url",
    "html_url",
    "locations_url",
    "secret_type",
    "secret_type_display_name",
  ),
  ...fieldsWith(
    z.optional(z.nullable(z.string())),
    "updated_at",
    "resolved_at",
    "resolution_comment",
    "push_protection_bypassed_at",
    "push_protection_bypass_request_comment",
    "push_protection_bypass_request_reviewer_comment",
    "push_protection_bypass_request_html_url",
  ),
  ...fieldsWith(
    z.optional(z.nullable(User.schema())),
    "resolved_by",
    "assigned_to",
    "push_protection_bypassed_by",
    "push_protection_bypass_request_reviewer",
  ),
  ...fieldsWith(z.optional(z.nullable(z.boolean())), "push_protection_bypassed", "publicly_leaked", "multi_repo"),
  resolution: z.optional(
    z.nullable(
      extensibleEnum("false_positive", "wont_fix", "revoked", "used_in_tests", "pattern_deleted", "pattern_edited"),
    ),
  ),
  validity: z.optional(extensibleEnum("active", "inactive", "unknown")),
  // Undocumented and not sent today; marked as sensitive in case the service adds it.
  secret: z.optional(sensitive(z.string())),
})) {}
