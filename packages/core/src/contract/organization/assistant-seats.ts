import * as z from "zod/mini";
import type { Access, Level } from "../access.ts";
import { allow } from "../allow.ts";
import type { PerPage } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { Seat, SeatBilling } from "../objects/assistant-seat.ts";
import { operation } from "../operation.ts";
import { pageFields } from "../paging.ts";

/** Either permission is enough by itself (document 1, permission matrices). */
const access = (level: Level): Access =>
  allow(
    "organization_assistant_seat_management",
    level,
    ["manage_billing:assistant", level === "read" ? "read:org" : "admin:org"],
    { needs: [[{ permission: "organization_administration", level }]], others: true, roles: ["organization-owner"] },
  );

const PER_PAGE: PerPage = { default: 50, maximum: 100 };

const names = () => z.array(z.string()).check(z.minLength(1));

/** What an organization has of the assistant (document 1, permission matrix; shape: public description). */
export const getAssistantBilling = /* @__PURE__ */ operation("GET /orgs/{org}/assistant/billing", () => ({
  success: { 200: SeatBilling() },
  otherStatuses: [401, 403, 404, 422, 500],
  access: access("read"),
  retry: "safe",
  editions: HOSTED,
}));

/** The seats that an organization pays for (document 1, permission matrix; shape: public description). */
export const listAssistantSeats = /* @__PURE__ */ operation("GET /orgs/{org}/assistant/billing/seats", () => ({
  query: z.object(pageFields(PER_PAGE)),
  success: {
    200: z.looseObject({ total_seats: z.optional(z.int()), seats: z.optional(z.array(Seat())) }),
  },
  otherStatuses: [401, 403, 404, 500],
  access: access("read"),
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "seats", perPage: PER_PAGE },
  editions: HOSTED,
}));

/**
 * Give everybody in these teams a seat; it counts the seats that are new, or no longer to be cancelled (document 1,
 * permission matrix; shape: public description).
 */
export const addAssistantSeatsForTeams = /* @__PURE__ */ operation(
  "POST /orgs/{org}/assistant/billing/selected_teams",
  () => ({
    body: z.object({ selected_teams: names() }),
    success: { 201: z.looseObject({ seats_created: z.int() }) },
    otherStatuses: [401, 403, 404, 422, 500],
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/**
 * Take the seats that these teams give at the end of the billing cycle (document 1, permission matrix; shape: public
 * description).
 */
export const cancelAssistantSeatsForTeams = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/assistant/billing/selected_teams",
  () => ({
    body: z.object({ selected_teams: names() }),
    success: { 200: z.looseObject({ seats_cancelled: z.int() }) },
    otherStatuses: [401, 403, 404, 422, 500],
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/**
 * Give these members a seat; it counts the seats that are new, or no longer to be cancelled (document 1, permission matrix;
 * shape: public description).
 */
export const addAssistantSeatsForUsers = /* @__PURE__ */ operation(
  "POST /orgs/{org}/assistant/billing/selected_users",
  () => ({
    body: z.object({ selected_usernames: names() }),
    success: { 201: z.looseObject({ seats_created: z.int() }) },
    otherStatuses: [401, 403, 404, 422, 500],
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/**
 * Take these members' seats at the end of the billing cycle; 422 for one whose seat a team gives (document 1, permission
 * matrix; shape: public description).
 */
export const cancelAssistantSeatsForUsers = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/assistant/billing/selected_users",
  () => ({
    body: z.object({ selected_usernames: names() }),
    success: { 200: z.looseObject({ seats_cancelled: z.int() }) },
    otherStatuses: [401, 403, 404, 422, 500],
    access: access("write"),
    retry: "idempotent",
    editions: HOSTED,
  }),
);

/** A member's seat; 404 where there is none (document 1, permission matrix; shape: public description). */
export const getAssistantSeat = /* @__PURE__ */ operation("GET /orgs/{org}/members/{username}/assistant", () => ({
  success: { 200: Seat() },
  otherStatuses: [401, 403, 404, 422, 500],
  access: access("read"),
  retry: "safe",
  editions: HOSTED,
}));
