import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike } from "../schema.ts";

// In a file of its own, so that the declarations of a user stay free of zod.

/** The fields of every user, for objects that are users and more. */
export const userFields = /* @__PURE__ */ once(() => ({
  name: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
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
  gravatar_id: z.nullable(z.string()),
  site_admin: z.boolean(),
  starred_at: z.optional(z.string()),
  user_view_type: z.optional(z.string()),
}));
