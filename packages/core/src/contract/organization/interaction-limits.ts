import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { CurrentInteractionLimit, InteractionLimit } from "../objects/interaction-limit.ts";
import { operation } from "../operation.ts";
import { change, get, ownerAccess, update } from "../reads-and-writes.ts";

// The operations follow the public documentation, their schemas the public API description.

const ACCESS = ownerAccess("organization_administration", [], CLOUD_EDITIONS);

/**
 * Gets the interaction limit of an organization's public repositories; an empty object if there is none.
 * @see https://docs.github.com/rest/interactions/orgs#get-interaction-restrictions-for-an-organization
 */
export const getInteractionLimit = operation("GET /orgs/{org}/interaction-limits", () =>
  get(ACCESS.read, CurrentInteractionLimit.schema()),
);

/**
 * Limits who can interact with an organization's public repositories, for one day by default.
 * @see https://docs.github.com/rest/interactions/orgs#set-interaction-restrictions-for-an-organization
 */
export const setInteractionLimit = operation("PUT /orgs/{org}/interaction-limits", () => ({
  body: z.object({
    limit: z.enum(["existing_users", "contributors_only", "collaborators_only"]),
    expiry: z.optional(z.enum(["one_day", "three_days", "one_week", "one_month", "six_months"])),
  }),
  ...update(ACCESS.write, InteractionLimit.schema(), [422]),
}));

/**
 * Removes the interaction limit of an organization's public repositories.
 * @see https://docs.github.com/rest/interactions/orgs#remove-interaction-restrictions-for-an-organization
 */
export const removeInteractionLimit = operation("DELETE /orgs/{org}/interaction-limits", () => change(ACCESS.write));
