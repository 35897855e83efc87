import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";

/** Addresses and keys of the service. */
export interface ServiceMeta extends SchemaOutput<typeof serviceMetaSchema> {}
const serviceMetaSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    verifiable_password_authentication: z.boolean(),
    ssh_key_fingerprints: z.optional(
      z.looseObject({
        ...fieldsWith(z.optional(z.string()), "SHA256_RSA", "SHA256_DSA", "SHA256_ECDSA", "SHA256_ED25519"),
      }),
    ),
    ...fieldsWith(
      z.optional(z.array(z.string())),
      "ssh_keys",
      "hooks",
      "svc_enterprise_importer",
      "web",
      "api",
      "git",
      "packages",
      "pages",
      "importer",
      "actions",
      "actions_macos",
      "codespaces",
      "updater",
      "assistant",
      "commit_signing_keys",
    ),
    domains: z.optional(
      z.looseObject({
        ...fieldsWith(
          z.optional(z.array(z.string())),
          "website",
          "codespaces",
          "assistant",
          "packages",
          "storage",
          "actions",
        ),
        actions_inbound: z.optional(
          z.looseObject({
            full_domains: z.optional(z.array(z.string())),
            wildcard_domains: z.optional(z.array(z.string())),
          }),
        ),
        artifact_attestations: z.optional(
          z.looseObject({ trust_domain: z.optional(z.string()), services: z.optional(z.array(z.string())) }),
        ),
      }),
    ),
  }),
);
export const ServiceMeta: NamedSchema<ServiceMeta> = serviceMetaSchema;
