import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/** The public key that secrets are encrypted with: 32 bytes in base64. */
export class PublicKey extends namedObject(() => ({
  ...fieldsWith(z.string(), "key_id", "key"),
  id: z.optional(z.int()),
  ...fieldsWith(z.optional(z.string()), "url", "title", "created_at"),
})) {}

const secretFields = lazy(() => ({
  name: z.string(),
  /** Can be absent for a secret that was just created. */
  ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
}));

/** A secret, without its value. */
export class Secret extends namedObject(secretFields) {}

/** A secret of an organization, with its visibility. */
export class OrganizationSecret extends namedObject(() => ({
  ...secretFields(),
  visibility: extensibleEnum("all", "private", "selected"),
  selected_repositories_url: z.optional(z.string()),
})) {}

/** A secret of a user, which selected repositories can read. */
export class UserSecret extends namedObject(() => ({
  ...secretFields(),
  visibility: extensibleEnum("all", "private", "selected"),
  selected_repositories_url: z.string(),
})) {}
