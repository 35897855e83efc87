import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

const type = lazy(() =>
  z.optional(
    extensibleEnum(
      "push_ruleset_bypass",
      "secret_scanning",
      "secret_scanning_closure",
      "code_scanning_alert_dismissal",
    ),
  ),
);

const DATA_REASONS = ["fixed_later", "false_positive", "tests", "revoked"] as const;

/** A reviewer's response to a request. */
export class ExemptionResponse extends namedObject(() => ({
  ...fieldsWith(z.optional(z.int()), "id", "reviewer_id"),
  ...fieldsWith(z.optional(z.string()), "reviewer_login", "created_at"),
  status: z.optional(extensibleEnum("approved", "rejected", "dismissed")),
  reviewer_comment: z.optional(z.nullable(z.string())),
})) {}

/** A request to bypass a rule or to dismiss an alert. The fields of `data` depend on its type. */
export class ExemptionRequest extends namedObject(() => ({
  ...fieldsWith(z.optional(z.int()), "id", "repository_id", "requester_id"),
  number: z.optional(z.nullable(z.int())),
  ...fieldsWith(
    z.optional(z.string()),
    "requester_login",
    "resource_identifier",
    "expires_at",
    "created_at",
    "html_url",
  ),
  request_type: type(),
  exemption_request_data: z.optional(
    z.looseObject({
      type: type(),
      data: z.optional(
        z.array(
          z.looseObject({
            ...fieldsWith(z.optional(z.int()), "ruleset_id", "total_violations"),
            ...fieldsWith(z.optional(z.string()), "ruleset_name", "rule_type", "secret_type", "alert_number"),
            locations: z.optional(
              z.array(z.looseObject(fieldsWith(z.optional(z.string()), "commit", "branch", "path"))),
            ),
            reason: z.optional(extensibleEnum(...DATA_REASONS)),
          }),
        ),
      ),
    }),
  ),
  status: z.optional(extensibleEnum("pending", "rejected", "cancelled", "completed")),
  requester_comment: z.optional(z.nullable(z.string())),
  metadata: z.optional(
    z.nullable(
      z.looseObject({
        ...fieldsWith(z.optional(z.string()), "label", "alert_title"),
        reason: z.optional(extensibleEnum(...DATA_REASONS, "false positive", "won't fix", "used in tests")),
      }),
    ),
  ),
  responses: z.optional(z.nullable(z.array(ExemptionResponse.schema()))),
})) {}
