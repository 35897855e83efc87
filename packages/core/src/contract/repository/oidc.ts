import * as z from "zod/mini";
import { claimKeys } from "../fields.ts";
import { RepositorySubjectTemplate } from "../objects/subject-template.ts";
import { operation } from "../operation.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";
import { SELF_HOSTED_2022 } from "../version.ts";

/**
 * Gets a repository's OIDC subject template.
 * @see https://docs.github.com/rest/actions/oidc#get-the-customization-template-for-an-oidc-subject-claim-for-a-repository
 */
export const getRepositorySubjectTemplate = operation(
  "GET /repos/{owner}/{repo}/actions/oidc/customization/sub",
  () => ({
    ...get({ access: publicReadAccess("actions") }, RepositorySubjectTemplate.schema(), [400, 404]),
    versions: SELF_HOSTED_2022,
  }),
);

/**
 * Sets a repository's OIDC subject template.
 * @see https://docs.github.com/rest/actions/oidc#set-the-customization-template-for-an-oidc-subject-claim-for-a-repository
 */
export const setRepositorySubjectTemplate = operation(
  "PUT /repos/{owner}/{repo}/actions/oidc/customization/sub",
  () => ({
    body: z.object({
      use_default: z.boolean(),
      include_claim_keys: z.optional(claimKeys()),
      use_immutable_subject: z.optional(z.boolean()),
    }),
    success: { 201: undefined },
    otherStatuses: [400, 404, 422],
    access: permissionAccess("actions", "write", ["repo"], { roles: ["repository-admin"] }),
    retry: "idempotent",
    versions: SELF_HOSTED_2022,
  }),
);
