import * as z from "zod/mini";
import { GIVEN_TOKENS, PUBLIC } from "../access.ts";
import { claimKeys } from "../fields.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/**
 * A repository's OIDC subject template (document 3). With `use_default` the keys count for nothing; without it and
 * without keys the organization's template holds.
 */
export interface RepositorySubjectTemplate extends z.output<ReturnType<typeof RepositorySubjectTemplate>> {}
export const RepositorySubjectTemplate = /* @__PURE__ */ once(() =>
  z.looseObject({ use_default: z.boolean(), include_claim_keys: z.optional(z.array(z.string())) }),
);

/** A repository's subject template (document 3, OIDC subject template). */
export const getRepositorySubjectTemplate = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/oidc/customization/sub",
  () => ({
    success: { 200: RepositorySubjectTemplate() },
    errors: [400, 404],
    access: {
      tokens: PUBLIC,
      needs: [[{ permission: "actions", level: "read" }], [{ scope: "repo", when: "private" }]],
    },
    retry: "safe",
  }),
);

/** Set a repository's subject template (document 3, OIDC subject template). */
export const setRepositorySubjectTemplate = /* @__PURE__ */ operation(
  "PUT /repos/{owner}/{repo}/actions/oidc/customization/sub",
  () => ({
    body: z.object({ use_default: z.boolean(), include_claim_keys: z.optional(claimKeys()) }),
    success: { 201: undefined },
    errors: [400, 404, 422],
    access: {
      tokens: GIVEN_TOKENS,
      needs: [[{ permission: "actions", level: "write" }], [{ scope: "repo" }]],
      role: "repository-admin",
    },
    retry: "idempotent",
  }),
);
