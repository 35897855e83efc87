import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

const email = /* @__PURE__ */ lazy(() =>
  z.looseObject({ email: z.optional(z.string()), verified: z.optional(z.boolean()) }),
);

const subkey = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.optional(z.int()), "id", "primary_key_id"),
    ...alike(z.optional(z.string()), "key_id", "public_key", "created_at"),
    emails: z.optional(z.array(email())),
    subkeys: z.optional(z.array(z.unknown())),
    ...alike(z.optional(z.boolean()), "can_sign", "can_encrypt_comms", "can_encrypt_storage", "can_certify", "revoked"),
    ...alike(z.optional(z.nullable(z.string())), "expires_at", "raw_key"),
  }),
);

/** A GPG key of a user (document 3). `public_key` is the bare key, of no use to GPG programs. */
export interface GpgKey extends OutputOf<typeof gpgKeySchema> {}
const gpgKeySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    name: z.optional(z.nullable(z.string())),
    primary_key_id: z.nullable(z.int()),
    ...alike(z.string(), "key_id", "public_key", "created_at"),
    emails: z.array(email()),
    subkeys: z.array(subkey()),
    ...alike(z.boolean(), "can_sign", "can_encrypt_comms", "can_encrypt_storage", "can_certify", "revoked"),
    ...alike(z.nullable(z.string()), "expires_at", "raw_key"),
  }),
);
export const GpgKey: Named<GpgKey> = gpgKeySchema;
