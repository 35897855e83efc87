import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";

/** The public key that secrets are encrypted with: 32 bytes in base64. */
export interface PublicKey extends SchemaOutput<typeof publicKeySchema> {}
const publicKeySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "key_id", "key"),
    id: z.optional(z.int()),
    ...fieldsWith(z.optional(z.string()), "url", "title", "created_at"),
  }),
);
export const PublicKey: NamedSchema<PublicKey> = publicKeySchema;

/** A secret, without its value. */
export interface Secret extends SchemaOutput<typeof secretSchema> {}
const secretObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    name: z.string(),
    /** Can be absent for a secret that was just created. */
    ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
  }),
);
const secretSchema = /* @__PURE__ */ namedSchema(secretObject);
export const Secret: NamedSchema<Secret> = secretSchema;

/** A secret of an organization, with its visibility. */
export interface OrganizationSecret extends SchemaOutput<typeof organizationSecretSchema> {}
const organizationSecretSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(secretObject(), {
    visibility: extensibleEnum("all", "private", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const OrganizationSecret: NamedSchema<OrganizationSecret> = organizationSecretSchema;

/** A secret of a user, which selected repositories can read. */
export interface UserSecret extends SchemaOutput<typeof userSecretSchema> {}
const userSecretSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(secretObject(), {
    visibility: extensibleEnum("all", "private", "selected"),
    selected_repositories_url: z.string(),
  }),
);
export const UserSecret: NamedSchema<UserSecret> = userSecretSchema;
