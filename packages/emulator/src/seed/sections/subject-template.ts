import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { organizationSubjectTemplates, repositorySubjectTemplates } from "../../state/subject-templates.ts";
import { defineSection } from "../define-section.ts";

const templateFields = {
  include_claim_keys: z.optional(
    z
      .array(z.string().check(z.regex(/^[A-Za-z0-9_]+$/, "must consist of letters, digits and _")))
      .check(z.refine((keys) => new Set(keys).size === keys.length, { error: "must not contain a claim key twice" })),
  ),
  use_immutable_subject: z.optional(z.boolean()),
};

/** Inserts an organization's template for the subject claim of OIDC tokens. */
export const organizationSubjectTemplate = defineSection(
  z.strictObject(templateFields),
  ({ db }, { id }: Account, { include_claim_keys: keys, use_immutable_subject: immutable }) =>
    organizationSubjectTemplates.put(db, { organization_id: id, keys, immutable }),
);

/** Inserts a repository's subject template. Without keys, the organization's template applies. */
export const repositorySubjectTemplate = defineSection(
  z.strictObject({ ...templateFields, use_default: z._default(z.boolean(), false) }),
  ({ db }, { id }: Repository, { include_claim_keys, use_immutable_subject: immutable, use_default }) => {
    const keys = use_default ? null : include_claim_keys;
    repositorySubjectTemplates.put(db, { repository_id: id, use_default, keys, immutable });
  },
);
