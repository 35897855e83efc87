import * as z from "zod/mini";
import type { PermissionLevel } from "../access.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { CurrentInteractionLimit, InteractionLimit } from "../objects/interaction-limit.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";

// The operations follow the public documentation, their schemas the public API description.

const access = (level: PermissionLevel) =>
  permissionAccess("organization_administration", level, [], { roles: ["organization-owner"] });

/**
 * Gets the interaction limit of an organization's public repositories; an empty object if there is none.
 * @see https://docs.github.com/rest/interactions/orgs#get-interaction-restrictions-for-an-organization
 */
export const getInteractionLimit = operation("GET /orgs/{org}/interaction-limits", () => ({
  success: { 200: CurrentInteractionLimit.schema() },
  access: access("read"),
  retry: "safe",
  editions: CLOUD_EDITIONS,
}));

/**
 * Limits who can interact with an organization's public repositories, for one day by default.
 * @see https://docs.github.com/rest/interactions/orgs#set-interaction-restrictions-for-an-organization
 */
export const setInteractionLimit = operation("PUT /orgs/{org}/interaction-limits", () => ({
  body: z.object({
    limit: z.enum(["existing_users", "contributors_only", "collaborators_only"]),
    expiry: z.optional(z.enum(["one_day", "three_days", "one_week", "one_month", "six_months"])),
  }),
  success: { 200: InteractionLimit.schema() },
  otherStatuses: [422],
  access: access("write"),
  retry: "idempotent",
  editions: CLOUD_EDITIONS,
}));

/**
 * Removes the interaction limit of an organization's public repositories.
 * @see https://docs.github.com/rest/interactions/orgs#remove-interaction-restrictions-for-an-organization
 */
export const removeInteractionLimit = operation("DELETE /orgs/{org}/interaction-limits", () => ({
  success: { 204: undefined },
  access: access("write"),
  retry: "idempotent",
  editions: CLOUD_EDITIONS,
}));
