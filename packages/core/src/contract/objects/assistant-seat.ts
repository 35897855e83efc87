import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { Organization } from "./organization.ts";
import { EnterpriseTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** Somebody's seat at the assistant, which an organization pays for (public description). */
export interface Seat extends OutputOf<typeof seatSchema> {}
const seatSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    assignee: z.optional(z.nullable(User())),
    organization: z.optional(z.nullable(Organization())),
    assigning_team: z.optional(z.nullable(z.union([Team(), EnterpriseTeam()]))),
    ...alike(
      z.optional(z.nullable(z.string())),
      "pending_cancellation_date",
      "last_activity_at",
      "last_activity_editor",
      "last_authenticated_at",
    ),
    created_at: z.string(),
    updated_at: z.optional(z.string()),
    plan_type: z.optional(open("business", "enterprise", "unknown")),
  }),
);
export const Seat: Named<Seat> = seatSchema;

/** What an organization has of the assistant: its seats, and what it lets people do (public description). */
export interface SeatBilling extends OutputOf<typeof seatBillingSchema> {}
const seatBillingSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    seat_breakdown: z.looseObject(
      alike(
        z.optional(z.int()),
        "total",
        "added_this_cycle",
        "pending_cancellation",
        "pending_invitation",
        "active_this_cycle",
        "inactive_this_cycle",
      ),
    ),
    public_code_suggestions: open("allow", "block", "unconfigured"),
    ...alike(z.optional(open("enabled", "disabled", "unconfigured")), "ide_chat", "platform_chat", "cli"),
    seat_management_setting: open("assign_all", "assign_selected", "disabled", "unconfigured"),
    plan_type: z.optional(open("business", "enterprise")),
  }),
);
export const SeatBilling: Named<SeatBilling> = seatBillingSchema;
