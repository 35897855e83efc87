import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema, sensitive } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { GrantedPermissions } from "./permissions.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** An installation of an app on an account. */
export interface Installation extends SchemaOutput<typeof installationSchema> {}
const installationObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...fieldsWith(z.int(), "id", "app_id", "target_id"),
    account: z.nullable(z.union([User(), Enterprise()])),
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
    permissions: GrantedPermissions(),
    events: z.array(eventName()),
    single_file_name: z.nullable(z.string()),
    has_multiple_single_files: z.optional(z.boolean()),
    single_file_paths: z.optional(z.array(z.string())),
    suspended_by: z.nullable(User()),
    suspended_at: z.nullable(z.string()),
    contact_email: z.optional(z.nullable(z.string())),
  }),
);
const installationSchema = /* @__PURE__ */ namedSchema(installationObject);
export const Installation: NamedSchema<Installation> = installationSchema;

/** An installation in event payloads. Its times can be seconds since 1970. */
export interface EventInstallation extends SchemaOutput<typeof eventInstallationSchema> {}
const eventInstallationSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(installationObject(), {
    ...fieldsWith(z.union([z.string(), z.int()]), "created_at", "updated_at"),
    app_slug: z.optional(z.string()),
    suspended_by: z.optional(z.nullable(User())),
    suspended_at: z.optional(z.nullable(z.string())),
  }),
);
export const EventInstallation: NamedSchema<EventInstallation> = eventInstallationSchema;

/** An access token of an installation, valid for one hour. */
export interface InstallationToken extends SchemaOutput<typeof installationTokenSchema> {}
const installationTokenSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    token: sensitive(z.string()),
    expires_at: z.string(),
    permissions: z.optional(GrantedPermissions()),
    repository_selection: z.optional(extensibleEnum("all", "selected")),
    repositories: z.optional(z.array(Repository())),
    single_file: z.optional(z.string()),
    has_multiple_single_files: z.optional(z.boolean()),
    single_file_paths: z.optional(z.array(z.string())),
  }),
);
export const InstallationToken: NamedSchema<InstallationToken> = installationTokenSchema;

/** A reference to the installation, in event payloads sent to apps. */
export interface InstallationReference extends SchemaOutput<typeof installationReferenceSchema> {}
const installationReferenceSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ id: z.int(), node_id: z.string() }),
);
export const InstallationReference: NamedSchema<InstallationReference> = installationReferenceSchema;
