import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike } from "../schema.ts";

/** One limit: how many calls, how many are left, and when it starts anew, in seconds since 1970 (public description). */
export interface RateLimit extends z.output<ReturnType<typeof RateLimit>> {}
export const RateLimit = /* @__PURE__ */ once(() =>
  z.looseObject({ ...alike(z.int(), "limit", "remaining", "reset", "used") }),
);

/** Every limit that the caller has (public description). */
export interface RateLimits extends z.output<ReturnType<typeof RateLimits>> {}
export const RateLimits = /* @__PURE__ */ once(() =>
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
    rate: RateLimit(),
  }),
);
