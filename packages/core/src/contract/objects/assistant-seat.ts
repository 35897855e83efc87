import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { Organization } from "./organization.ts";
import { EnterpriseTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** A seat of the assistant, paid for by an organization. */
export class LicenseSeat extends namedObject(() => ({
  assignee: z.optional(z.nullable(User.schema())),
  organization: z.optional(z.nullable(Organization.schema())),
  assigning_team: z.optional(z.nullable(z.union([Team.schema(), EnterpriseTeam.schema()]))),
  ...fieldsWith(
    z.optional(z.nullable(z.string())),
    "pending_cancellation_date",
    "last_activity_at",
    "last_activity_editor",
    "last_authenticated_at",
  ),
  created_at: z.string(),
  updated_at: z.optional(z.string()),
  plan_type: z.optional(extensibleEnum("business", "enterprise", "unknown")),
})) {}

/** An organization's assistant plan: its seats and feature policies. */
export class SeatBilling extends namedObject(() => ({
  seat_breakdown: z.looseObject(
    fieldsWith(
      z.optional(z.int()),
      "total",
      "added_this_cycle",
      "pending_cancellation",
      "pending_invitation",
      "active_this_cycle",
      "inactive_this_cycle",
    ),
  ),
  public_code_suggestions: extensibleEnum("allow", "block", "unconfigured"),
  ...fieldsWith(z.optional(extensibleEnum("enabled", "disabled", "unconfigured")), "ide_chat", "platform_chat", "cli"),
  seat_management_setting: extensibleEnum("assign_all", "assign_selected", "disabled", "unconfigured"),
  plan_type: z.optional(extensibleEnum("business", "enterprise")),
})) {}
