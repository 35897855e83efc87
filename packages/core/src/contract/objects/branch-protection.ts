import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import { fieldsWith, namedObject, vendorKeys } from "../schema.ts";
import { App } from "./app.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";
import { userFields } from "./user-fields.ts";

/** Whether a setting with a resource of its own is enabled. */
export class ProtectionSetting extends namedObject(() => ({ url: z.string(), enabled: z.boolean() })) {}

/** An account whose fields can all be missing. */
const account = lazy(() => z.partial(z.looseObject(userFields())));

const restrictedApp = lazy(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...fieldsWith(
      z.optional(z.string()),
      "slug",
      "node_id",
      "name",
      "client_id",
      "external_url",
      "html_url",
      "created_at",
      "updated_at",
    ),
    description: z.optional(z.nullable(z.string())),
    owner: z.optional(
      z.extend(
        account(),
        fieldsWith(
          z.optional(z.nullable(z.string())),
          "hooks_url",
          "issues_url",
          "members_url",
          "public_members_url",
          "description",
        ),
      ),
    ),
    permissions: z.optional(vendorKeys(z.record(z.string(), z.string()))),
    events: z.optional(z.array(eventName())),
  }),
);

/** The users, teams and apps that can push to a protected branch. */
export class PushRestrictions extends namedObject(() => ({
  ...fieldsWith(z.string(), "url", "users_url", "teams_url", "apps_url"),
  users: z.array(account()),
  teams: z.array(Team.schema()),
  apps: z.array(restrictedApp()),
})) {}

const requiredCheck = lazy(() => z.looseObject({ context: z.string(), app_id: z.nullable(z.int()) }));

const checkFields = lazy(() => ({ contexts: z.array(z.string()), checks: z.array(requiredCheck()) }));

const reviewOptions = lazy(() => ({
  required_approving_review_count: z.optional(z.int()),
  require_last_push_approval: z.optional(z.boolean()),
}));

const reviewSwitches = ["dismiss_stale_reviews", "require_code_owner_reviews"] as const;

const toggle = lazy(() => z.optional(z.looseObject({ enabled: z.optional(z.boolean()) })));

/** The protection of a branch. Parts that are not configured are missing. */
export class BranchProtection extends namedObject(() => {
  const actors = {
    ...fieldsWith(z.optional(z.array(User.schema())), "users"),
    teams: z.optional(z.array(Team.schema())),
    apps: z.optional(z.array(App.schema())),
  };
  return {
    ...fieldsWith(z.optional(z.string()), "url", "name", "protection_url"),
    enabled: z.optional(z.boolean()),
    required_status_checks: z.optional(
      z.looseObject({
        ...fieldsWith(z.optional(z.string()), "url", "enforcement_level", "contexts_url"),
        ...checkFields(),
        strict: z.optional(z.boolean()),
      }),
    ),
    enforce_admins: z.optional(ProtectionSetting.schema()),
    required_pull_request_reviews: z.optional(
      z.looseObject({
        url: z.optional(z.string()),
        dismissal_restrictions: z.optional(
          z.looseObject({ ...actors, ...fieldsWith(z.optional(z.string()), "url", "users_url", "teams_url") }),
        ),
        bypass_pull_request_allowances: z.optional(z.looseObject(actors)),
        ...fieldsWith(z.boolean(), ...reviewSwitches),
        ...reviewOptions(),
      }),
    ),
    required_signatures: z.optional(ProtectionSetting.schema()),
    restrictions: z.optional(PushRestrictions.schema()),
    ...fieldsWith(
      toggle(),
      "required_linear_history",
      "allow_force_pushes",
      "allow_deletions",
      "block_creations",
      "required_conversation_resolution",
      "lock_branch",
      "allow_fork_syncing",
    ),
  };
}) {}

/** The protection of a branch in the response to its change. */
export class UpdatedBranchProtection extends namedObject(() => {
  const actors = {
    users: z.array(User.schema()),
    teams: z.array(Team.schema()),
    apps: z.optional(z.array(App.schema())),
  };
  return {
    url: z.string(),
    required_status_checks: z.optional(
      z.looseObject({ ...fieldsWith(z.string(), "url", "contexts_url"), strict: z.boolean(), ...checkFields() }),
    ),
    required_pull_request_reviews: z.optional(
      z.looseObject({
        url: z.string(),
        ...fieldsWith(z.optional(z.boolean()), ...reviewSwitches),
        ...reviewOptions(),
        dismissal_restrictions: z.optional(
          z.looseObject({ ...actors, ...fieldsWith(z.string(), "url", "users_url", "teams_url") }),
        ),
        bypass_pull_request_allowances: z.optional(z.looseObject(actors)),
      }),
    ),
    ...fieldsWith(z.optional(ProtectionSetting.schema()), "required_signatures", "enforce_admins"),
    restrictions: z.optional(PushRestrictions.schema()),
    ...fieldsWith(
      z.optional(z.looseObject({ enabled: z.boolean() })),
      "required_linear_history",
      "allow_force_pushes",
      "allow_deletions",
      "block_creations",
    ),
    ...fieldsWith(toggle(), "required_conversation_resolution", "lock_branch", "allow_fork_syncing"),
  };
}) {}
