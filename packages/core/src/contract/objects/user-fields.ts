import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { alike } from "../schema.ts";

// In a file of its own, so that the declarations of a user stay free of zod.

/** What every object of a user has. */
export const userFields = /* @__PURE__ */ lazy(() => ({
  ...alike(
    z.string(),
    "login",
    "node_id",
    "avatar_url",
    "url",
    "html_url",
    "followers_url",
    "following_url",
    "gists_url",
    "starred_url",
    "subscriptions_url",
    "organizations_url",
    "repos_url",
    "events_url",
    "received_events_url",
    "type",
  ),
  id: z.int(),
  gravatar_id: z.optional(z.nullable(z.string())),
  site_admin: z.boolean(),
  user_view_type: z.optional(z.string()),
}));
