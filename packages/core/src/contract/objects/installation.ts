import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import { extensibleEnum, fieldsWith, namedObject, sensitive } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { GrantedPermissions } from "./permissions.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

const installationFields = lazy(() => ({
  ...fieldsWith(z.int(), "id", "app_id", "target_id"),
  account: z.nullable(z.union([User.schema(), Enterprise.schema()])),
  repository_selection: extensibleEnum("all", "selected"),
  ...fieldsWith(
    z.string(),
    "access_tokens_url",
    "repositories_url",
    "html_url",
    "target_type",
    "created_at",
    "updated_at",
    "app_slug",
  ),
  client_id: z.optional(z.string()),
  permissions: GrantedPermissions.schema(),
  events: z.array(eventName()),
  single_file_name: z.nullable(z.string()),
  has_multiple_single_files: z.optional(z.boolean()),
  single_file_paths: z.optional(z.array(z.string())),
  suspended_by: z.nullable(User.schema()),
  suspended_at: z.nullable(z.string()),
  contact_email: z.optional(z.nullable(z.string())),
}));

/** An installation of an app on an account. */
export class Installation extends namedObject(installationFields) {}

/** An installation in event payloads. Its times can be seconds since 1970. */
export class EventInstallation extends namedObject(() => ({
  ...installationFields(),
  ...fieldsWith(z.union([z.string(), z.int()]), "created_at", "updated_at"),
  app_slug: z.optional(z.string()),
  suspended_by: z.optional(z.nullable(User.schema())),
  suspended_at: z.optional(z.nullable(z.string())),
})) {}

/** An access token of an installation, valid for one hour. */
export class InstallationToken extends namedObject(() => ({
  token: sensitive(z.string()),
  expires_at: z.string(),
  permissions: z.optional(GrantedPermissions.schema()),
  repository_selection: z.optional(extensibleEnum("all", "selected")),
  repositories: z.optional(z.array(Repository.schema())),
  single_file: z.optional(z.string()),
  has_multiple_single_files: z.optional(z.boolean()),
  single_file_paths: z.optional(z.array(z.string())),
})) {}

/** A reference to the installation, in event payloads sent to apps. */
export class InstallationReference extends namedObject(() => ({ id: z.int(), node_id: z.string() })) {}
