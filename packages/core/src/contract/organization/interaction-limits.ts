import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import { CurrentInteractionLimit, InteractionLimit } from "../objects/interaction-limit.ts";
import { operation } from "../operation.ts";

// The documents name these operations and no more: the shapes are the public description's.

const access = (level: Level) => allow("organization_administration", level, [], { roles: ["organization-owner"] });

/** Who may interact with an organization's public repositories; an empty object: everybody (document 1, permission matrix). */
export const getInteractionLimit = /* @__PURE__ */ operation("GET /orgs/{org}/interaction-limits", () => ({
  success: { 200: CurrentInteractionLimit() },
  access: access("read"),
  retry: "safe",
  editions: HOSTED,
}));

/** Limit for a while, a day unless said otherwise, who may interact with an organization's public repositories. */
export const setInteractionLimit = /* @__PURE__ */ operation("PUT /orgs/{org}/interaction-limits", () => ({
  body: z.object({
    limit: z.enum(["existing_users", "contributors_only", "collaborators_only"]),
    expiry: z.optional(z.enum(["one_day", "three_days", "one_week", "one_month", "six_months"])),
  }),
  success: { 200: InteractionLimit() },
  otherStatuses: [422],
  access: access("write"),
  retry: "idempotent",
  editions: HOSTED,
}));

/** Let everybody interact again. */
export const removeInteractionLimit = /* @__PURE__ */ operation("DELETE /orgs/{org}/interaction-limits", () => ({
  success: { 204: undefined },
  access: access("write"),
  retry: "idempotent",
  editions: HOSTED,
}));
