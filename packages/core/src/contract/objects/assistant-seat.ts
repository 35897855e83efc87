import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";
import { Organization } from "./organization.ts";
import { EnterpriseTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** A seat of the assistant, paid for by an organization. */
export interface LicenseSeat extends SchemaOutput<typeof seatSchema> {}
const seatSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    assignee: z.optional(z.nullable(User())),
    organization: z.optional(z.nullable(Organization())),
    assigning_team: z.optional(z.nullable(z.union([Team(), EnterpriseTeam()]))),
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
  }),
);
export const LicenseSeat: NamedSchema<LicenseSeat> = seatSchema;

/** An organization's assistant plan: its seats and feature policies. */
export interface SeatBilling extends SchemaOutput<typeof seatBillingSchema> {}
const seatBillingSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
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
    ...fieldsWith(
      z.optional(extensibleEnum("enabled", "disabled", "unconfigured")),
      "ide_chat",
      "platform_chat",
      "cli",
    ),
    seat_management_setting: extensibleEnum("assign_all", "assign_selected", "disabled", "unconfigured"),
    plan_type: z.optional(extensibleEnum("business", "enterprise")),
  }),
);
export const SeatBilling: NamedSchema<SeatBilling> = seatBillingSchema;
