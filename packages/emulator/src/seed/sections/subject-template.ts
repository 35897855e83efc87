import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { setOrganizationTemplate, setRepositoryTemplate } from "../../state/subject-templates.ts";
import { section } from "../section.ts";

const fields = {
  include_claim_keys: z.optional(
    z
      .array(z.string().check(z.regex(/^[A-Za-z0-9_]+$/, "is no claim key: it has only letters, digits and _")))
      .check(z.refine((keys) => new Set(keys).size === keys.length, { error: "has a claim key twice" })),
  ),
  use_immutable_subject: z.optional(z.boolean()),
};

/** What the subject of an organization's OIDC tokens is made of. */
export const organizationSubjectTemplate = section(
  z.strictObject(fields),
  ({ db }, { id }: Account, { include_claim_keys, use_immutable_subject }) =>
    setOrganizationTemplate(db, id, { keys: include_claim_keys ?? null, immutable: use_immutable_subject ?? null }),
);

/** A repository's own template; without keys its organization's hold. */
export const repositorySubjectTemplate = section(
  z.strictObject({ ...fields, use_default: z._default(z.boolean(), false) }),
  ({ db }, { id }: Repository, { include_claim_keys, use_immutable_subject, use_default }) =>
    setRepositoryTemplate(db, id, {
      use_default,
      keys: use_default ? null : (include_claim_keys ?? null),
      immutable: use_immutable_subject ?? null,
    }),
);
