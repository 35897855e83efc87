import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, sensitive } from "../schema.ts";
import { Enterprise } from "./enterprise.ts";
import { GrantedPermissions } from "./permissions.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** An app installed for an account (public description). */
export interface Installation extends OutputOf<typeof installationSchema> {}
const installationObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.int(), "id", "app_id", "target_id"),
    account: z.nullable(z.union([User(), Enterprise()])),
    repository_selection: open("all", "selected"),
    ...alike(
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
const installationSchema = /* @__PURE__ */ named(installationObject);
export const Installation: Named<Installation> = installationSchema;

/** An installation as the events about it carry it; its times may be seconds since 1970 (public description). */
export interface EventInstallation extends OutputOf<typeof eventInstallationSchema> {}
const eventInstallationSchema = /* @__PURE__ */ named(() =>
  z.extend(installationObject(), {
    ...alike(z.union([z.string(), z.int()]), "created_at", "updated_at"),
    app_slug: z.optional(z.string()),
    suspended_by: z.optional(z.nullable(User())),
    suspended_at: z.optional(z.nullable(z.string())),
  }),
);
export const EventInstallation: Named<EventInstallation> = eventInstallationSchema;

/** A token that acts for an installation, for an hour (public description). */
export interface InstallationToken extends OutputOf<typeof installationTokenSchema> {}
const installationTokenSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    token: sensitive(z.string()),
    expires_at: z.string(),
    permissions: z.optional(GrantedPermissions()),
    repository_selection: z.optional(open("all", "selected")),
    repositories: z.optional(z.array(Repository())),
    single_file: z.optional(z.string()),
    has_multiple_single_files: z.optional(z.boolean()),
    single_file_paths: z.optional(z.array(z.string())),
  }),
);
export const InstallationToken: Named<InstallationToken> = installationTokenSchema;

/** An installation as the events carry it that its app is told of (public description). */
export interface InstallationReference extends OutputOf<typeof installationReferenceSchema> {}
const installationReferenceSchema = /* @__PURE__ */ named(() => z.looseObject({ id: z.int(), node_id: z.string() }));
export const InstallationReference: Named<InstallationReference> = installationReferenceSchema;
