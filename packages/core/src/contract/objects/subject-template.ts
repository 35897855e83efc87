import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";

/** The subject template of an organization's OIDC tokens. */
export interface OrganizationSubjectTemplate extends SchemaOutput<typeof organizationSubjectTemplateSchema> {}
const organizationSubjectTemplateSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    include_claim_keys: z.array(z.string()),
    use_immutable_subject: z.optional(z.boolean()),
  }),
);
export const OrganizationSubjectTemplate: NamedSchema<OrganizationSubjectTemplate> = organizationSubjectTemplateSchema;

/**
 * A repository's OIDC subject template. With `use_default` the keys are ignored; without it and without keys the
 * organization's template applies.
 */
export interface RepositorySubjectTemplate extends SchemaOutput<typeof repositorySubjectTemplateSchema> {}
const repositorySubjectTemplateSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    use_default: z.boolean(),
    include_claim_keys: z.optional(z.array(z.string())),
    use_immutable_subject: z.optional(z.boolean()),
    sub_claim_prefix: z.optional(z.string()),
  }),
);
export const RepositorySubjectTemplate: NamedSchema<RepositorySubjectTemplate> = repositorySubjectTemplateSchema;
