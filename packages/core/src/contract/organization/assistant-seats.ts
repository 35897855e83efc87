import * as z from "zod/mini";
import type { PerPage } from "../definition.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { LicenseSeat, SeatBilling } from "../objects/assistant-seat.ts";
import { operation } from "../operation.ts";
import { pageFields } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { get, readWriteAccess, update } from "../reads-and-writes.ts";

/** Either permission is sufficient (source: docs). */
const ACCESS = readWriteAccess(
  (level) =>
    permissionAccess(
      "organization_assistant_seat_management",
      level,
      ["manage_billing:assistant", level === "read" ? "read:org" : "admin:org"],
      {
        requirements: [[{ permission: "organization_administration", level }]],
        hasOtherRequirements: true,
        roles: ["organization-owner"],
      },
    ),
  CLOUD_EDITIONS,
);

const SEATS_PER_PAGE: PerPage = { default: 50, maximum: 100 };

const names = () => z.array(z.string()).check(z.minLength(1));

/**
 * Gets an organization's assistant plan, with its seats and feature policies.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#get-copilot-seat-information-and-settings-for-an-organization
 */
export const getAssistantBilling = operation("GET /orgs/{org}/assistant/billing", () =>
  get(ACCESS.read, SeatBilling.schema(), [401, 403, 404, 422, 500]),
);

/**
 * Lists the assistant seats that an organization pays for.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#list-all-copilot-seat-assignments-for-an-organization
 */
export const listAssistantSeats = operation("GET /orgs/{org}/assistant/billing/seats", () => ({
  query: z.object(pageFields(SEATS_PER_PAGE)),
  success: {
    200: z.looseObject({ total_seats: z.optional(z.int()), seats: z.optional(z.array(LicenseSeat.schema())) }),
  },
  otherStatuses: [401, 403, 404, 500],
  ...ACCESS.read,
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "seats", perPage: SEATS_PER_PAGE },
}));

/**
 * Gives the members of these teams an assistant seat; the result counts seats that are new or no longer pending
 * cancellation.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#add-teams-to-the-copilot-subscription-for-an-organization
 */
export const addAssistantSeatsForTeams = operation("POST /orgs/{org}/assistant/billing/selected_teams", () => ({
  body: z.object({ selected_teams: names() }),
  success: { 201: z.looseObject({ seats_created: z.int() }) },
  otherStatuses: [401, 403, 404, 422, 500],
  ...ACCESS.write,
  retry: "idempotent",
}));

/**
 * Cancels the assistant seats of these teams at the end of the billing cycle.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#remove-teams-from-the-copilot-subscription-for-an-organization
 */
export const cancelAssistantSeatsForTeams = operation("DELETE /orgs/{org}/assistant/billing/selected_teams", () => ({
  body: z.object({ selected_teams: names() }),
  ...update(ACCESS.write, z.looseObject({ seats_cancelled: z.int() }), [401, 403, 404, 422, 500]),
}));

/**
 * Gives these members an assistant seat; the result counts seats that are new or no longer pending cancellation.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#add-users-to-the-copilot-subscription-for-an-organization
 */
export const addAssistantSeatsForUsers = operation("POST /orgs/{org}/assistant/billing/selected_users", () => ({
  body: z.object({ selected_usernames: names() }),
  success: { 201: z.looseObject({ seats_created: z.int() }) },
  otherStatuses: [401, 403, 404, 422, 500],
  ...ACCESS.write,
  retry: "idempotent",
}));

/**
 * Cancels the assistant seats of these members at the end of the billing cycle; 422 for a seat assigned through a team.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#remove-users-from-the-copilot-subscription-for-an-organization
 */
export const cancelAssistantSeatsForUsers = operation("DELETE /orgs/{org}/assistant/billing/selected_users", () => ({
  body: z.object({ selected_usernames: names() }),
  ...update(ACCESS.write, z.looseObject({ seats_cancelled: z.int() }), [401, 403, 404, 422, 500]),
}));

/**
 * Gets the assistant seat of a member; 404 if there is none.
 * @see https://docs.github.com/rest/copilot/copilot-user-management#get-copilot-seat-assignment-details-for-a-user
 */
export const getAssistantSeat = operation("GET /orgs/{org}/members/{username}/assistant", () =>
  get(ACCESS.read, LicenseSeat.schema(), [401, 403, 404, 422, 500]),
);
