import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** One rate limit: its size, the remaining calls, and its reset time in seconds since 1970. */
export class RateLimit extends namedObject(() => ({ ...fieldsWith(z.int(), "limit", "remaining", "reset", "used") })) {}

/** All rate limits of the caller. */
export class RateLimits extends namedObject(() => ({
  resources: z.looseObject({
    core: RateLimit.schema(),
    search: RateLimit.schema(),
    ...fieldsWith(
      z.optional(RateLimit.schema()),
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
  rate: z.optional(RateLimit.schema()),
})) {}
