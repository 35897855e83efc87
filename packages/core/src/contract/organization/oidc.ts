import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { claimKeys } from "../fields.ts";
import { OrganizationSubjectTemplate } from "../objects/subject-template.ts";
import { operation } from "../operation.ts";
import { SELF_HOSTED_2022 } from "../version.ts";

/** An organization's subject template (document 2, OIDC subject template). */
export const getOrganizationSubjectTemplate = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/oidc/customization/sub",
  () => ({
    success: { 200: OrganizationSubjectTemplate() },
    access: allow("organization_administration", "read", ["read:org"], { roles: ["organization-member"] }),
    retry: "safe",
    versions: SELF_HOSTED_2022,
  }),
);

/** Set an organization's subject template (document 2, OIDC subject template). */
export const setOrganizationSubjectTemplate = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/oidc/customization/sub",
  () => ({
    body: z.object({
      include_claim_keys: z.optional(claimKeys()),
      use_immutable_subject: z.optional(z.boolean()),
    }),
    success: { 201: undefined },
    otherStatuses: [403, 404],
    access: allow("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
    retry: "idempotent",
    versions: SELF_HOSTED_2022,
  }),
);
