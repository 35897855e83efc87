import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";

/** What the subject of an organization's OIDC tokens is made of (document 2, OIDC subject template). */
export interface OrganizationSubjectTemplate extends OutputOf<typeof organizationSubjectTemplateSchema> {}
const organizationSubjectTemplateSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    include_claim_keys: z.array(z.string()),
    use_immutable_subject: z.optional(z.boolean()),
  }),
);
export const OrganizationSubjectTemplate: Named<OrganizationSubjectTemplate> = organizationSubjectTemplateSchema;

/**
 * A repository's OIDC subject template (document 3). With `use_default` the keys count for nothing; without it and without
 * keys the organization's template holds.
 */
export interface RepositorySubjectTemplate extends OutputOf<typeof repositorySubjectTemplateSchema> {}
const repositorySubjectTemplateSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    use_default: z.boolean(),
    include_claim_keys: z.optional(z.array(z.string())),
    use_immutable_subject: z.optional(z.boolean()),
    sub_claim_prefix: z.optional(z.string()),
  }),
);
export const RepositorySubjectTemplate: Named<RepositorySubjectTemplate> = repositorySubjectTemplateSchema;
