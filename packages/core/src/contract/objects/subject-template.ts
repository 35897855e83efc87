import * as z from "zod/mini";
import { once } from "../once.ts";

/** What the subject of an organization's OIDC tokens is made of (document 2, OIDC subject template). */
export interface OrganizationSubjectTemplate extends z.output<ReturnType<typeof OrganizationSubjectTemplate>> {}
export const OrganizationSubjectTemplate = /* @__PURE__ */ once(() =>
  z.looseObject({
    include_claim_keys: z.array(z.string()),
    use_immutable_subject: z.optional(z.boolean()),
  }),
);

/**
 * A repository's OIDC subject template (document 3). With `use_default` the keys count for nothing; without it and without
 * keys the organization's template holds.
 */
export interface RepositorySubjectTemplate extends z.output<ReturnType<typeof RepositorySubjectTemplate>> {}
export const RepositorySubjectTemplate = /* @__PURE__ */ once(() =>
  z.looseObject({
    use_default: z.boolean(),
    include_claim_keys: z.optional(z.array(z.string())),
    use_immutable_subject: z.optional(z.boolean()),
    sub_claim_prefix: z.optional(z.string()),
  }),
);
