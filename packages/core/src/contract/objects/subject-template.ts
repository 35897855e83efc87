import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** The subject template of an organization's OIDC tokens. */
export class OrganizationSubjectTemplate extends namedObject(() => ({
  include_claim_keys: z.array(z.string()),
  use_immutable_subject: z.optional(z.boolean()),
})) {}

/**
 * A repository's OIDC subject template. With `use_default` the keys are ignored; without it and without keys the
 * organization's template applies.
 */
export class RepositorySubjectTemplate extends namedObject(() => ({
  use_default: z.boolean(),
  include_claim_keys: z.optional(z.array(z.string())),
  use_immutable_subject: z.optional(z.boolean()),
  sub_claim_prefix: z.optional(z.string()),
})) {}
