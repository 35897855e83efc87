import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

/** The key that secrets are sealed for: 32 bytes in base64 (document 2, updater secret). */
export interface PublicKey extends OutputOf<typeof publicKeySchema> {}
const publicKeySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.string(), "key_id", "key"),
    id: z.optional(z.int()),
    ...alike(z.optional(z.string()), "url", "title", "created_at"),
  }),
);
export const PublicKey: Named<PublicKey> = publicKeySchema;

/** A secret; its value is never shown (document 2, updater secret). */
export interface Secret extends OutputOf<typeof secretSchema> {}
const secretObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    name: z.string(),
    /** A secret that was just created may be told without them. */
    ...alike(z.optional(z.string()), "created_at", "updated_at"),
  }),
);
const secretSchema = /* @__PURE__ */ named(secretObject);
export const Secret: Named<Secret> = secretSchema;

/** A secret of an organization, and who may read it (document 2, updater secret). */
export interface OrganizationSecret extends OutputOf<typeof organizationSecretSchema> {}
const organizationSecretSchema = /* @__PURE__ */ named(() =>
  z.extend(secretObject(), {
    visibility: open("all", "private", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const OrganizationSecret: Named<OrganizationSecret> = organizationSecretSchema;
