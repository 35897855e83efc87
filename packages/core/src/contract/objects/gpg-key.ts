import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith, namedObject } from "../schema.ts";

const email = lazy(() => z.looseObject({ email: z.optional(z.string()), verified: z.optional(z.boolean()) }));

const subkey = lazy(() =>
  z.looseObject({
    ...fieldsWith(z.optional(z.int()), "id", "primary_key_id"),
    ...fieldsWith(z.optional(z.string()), "key_id", "public_key", "created_at"),
    emails: z.optional(z.array(email())),
    subkeys: z.optional(z.array(z.unknown())),
    ...fieldsWith(
      z.optional(z.boolean()),
      "can_sign",
      "can_encrypt_comms",
      "can_encrypt_storage",
      "can_certify",
      "revoked",
    ),
    ...fieldsWith(z.optional(z.nullable(z.string())), "expires_at", "raw_key"),
  }),
);

/** A GPG key of a user. `public_key` is the bare key, which GPG programs cannot import. */
export class GpgKey extends namedObject(() => ({
  id: z.int(),
  name: z.optional(z.nullable(z.string())),
  primary_key_id: z.nullable(z.int()),
  ...fieldsWith(z.string(), "key_id", "public_key", "created_at"),
  emails: z.array(email()),
  subkeys: z.array(subkey()),
  ...fieldsWith(z.boolean(), "can_sign", "can_encrypt_comms", "can_encrypt_storage", "can_certify", "revoked"),
  ...fieldsWith(z.nullable(z.string()), "expires_at", "raw_key"),
})) {}
