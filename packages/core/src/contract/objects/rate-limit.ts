import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";

/** One rate limit: its size, the remaining calls, and its reset time in seconds since 1970. */
export interface RateLimit extends SchemaOutput<typeof rateLimitSchema> {}
const rateLimitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ ...fieldsWith(z.int(), "limit", "remaining", "reset", "used") }),
);
export const RateLimit: NamedSchema<RateLimit> = rateLimitSchema;

/** All rate limits of the caller. */
export interface RateLimits extends SchemaOutput<typeof rateLimitsSchema> {}
const rateLimitsSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    resources: z.looseObject({
      core: RateLimit(),
      search: RateLimit(),
      ...fieldsWith(
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
    // Absent in the newest API version; same as `core`.
    rate: z.optional(RateLimit()),
  }),
);
export const RateLimits: NamedSchema<RateLimits> = rateLimitsSchema;
