import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

/** One limit: how many calls, how many are left, and when it starts anew, in seconds since 1970 (public description). */
export interface RateLimit extends OutputOf<typeof rateLimitSchema> {}
const rateLimitSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ ...alike(z.int(), "limit", "remaining", "reset", "used") }),
);
export const RateLimit: Named<RateLimit> = rateLimitSchema;

/** Every limit that the caller has (public description). */
export interface RateLimits extends OutputOf<typeof rateLimitsSchema> {}
const rateLimitsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    resources: z.looseObject({
      core: RateLimit(),
      search: RateLimit(),
      ...alike(
        z.optional(RateLimit()),
        "graphql",
        "code_search",
        "source_import",
        "integration_manifest",
        "actions_runner_registration",
        "scim",
        "dependency_snapshots",
        "dependency_sbom",
        "code_scanning_autofix",
        "assistant_usage_records",
      ),
    }),
    // The newest API version leaves it out: it repeats `core`.
    rate: z.optional(RateLimit()),
  }),
);
export const RateLimits: Named<RateLimits> = rateLimitsSchema;
