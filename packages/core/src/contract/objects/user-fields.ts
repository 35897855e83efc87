import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith } from "../schema.ts";

// In a separate file to keep the declarations of users free of zod.

/** Fields of every user object. */
export const userFields = lazy(() => ({
  ...fieldsWith(
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
