import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { claimKeys } from "../fields.ts";
import { IncludedProperty } from "../objects/included-property.ts";
import { OrganizationSubjectTemplate } from "../objects/subject-template.ts";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";
import { SELF_HOSTED_2022 } from "../version.ts";

/**
 * Gets an organization's OIDC subject template.
 * @see https://docs.github.com/rest/actions/oidc#get-the-customization-template-for-an-oidc-subject-claim-for-an-organization
 */
export const getOrganizationSubjectTemplate = operation("GET /orgs/{org}/actions/oidc/customization/sub", () => ({
  success: { 200: OrganizationSubjectTemplate.schema() },
  access: permissionAccess("organization_administration", "read", ["read:org"], { roles: ["organization-member"] }),
  retry: "safe",
  versions: SELF_HOSTED_2022,
}));

/**
 * Sets an organization's OIDC subject template.
 * @see https://docs.github.com/rest/actions/oidc#set-the-customization-template-for-an-oidc-subject-claim-for-an-organization
 */
export const setOrganizationSubjectTemplate = operation("PUT /orgs/{org}/actions/oidc/customization/sub", () => ({
  body: z.object({
    include_claim_keys: z.optional(claimKeys()),
    use_immutable_subject: z.optional(z.boolean()),
  }),
  success: { 201: undefined },
  otherStatuses: [403, 404],
  access: permissionAccess("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
  retry: "idempotent",
  versions: SELF_HOSTED_2022,
}));

/**
 * Lists the custom properties that are included in OIDC tokens of jobs.
 * @see https://docs.github.com/rest/actions/oidc#list-oidc-custom-property-inclusions-for-an-organization
 */
export const listOidcProperties = operation("GET /orgs/{org}/actions/oidc/customization/properties/repo", () => ({
  success: { 200: z.array(IncludedProperty.schema()) },
  otherStatuses: [403, 404],
  access: permissionAccess("organization_administration", "read", ["read:org"], { roles: ["organization-member"] }),
  retry: "safe",
  editions: CLOUD_EDITIONS,
}));

/**
 * Includes a custom property in OIDC tokens of jobs, as the claim `repo_property_<name>`.
 * @see https://docs.github.com/rest/actions/oidc#create-an-oidc-custom-property-inclusion-for-an-organization
 */
export const addOidcProperty = operation("POST /orgs/{org}/actions/oidc/customization/properties/repo", () => ({
  body: z.object({ custom_property_name: z.string() }),
  success: { 201: IncludedProperty.schema() },
  otherStatuses: [400, 403, 422],
  access: permissionAccess("organization_administration", "write", ["admin:org"], { roles: ["organization-owner"] }),
  retry: "verify",
  editions: CLOUD_EDITIONS,
}));

/**
 * Stops including a custom property in OIDC tokens of jobs.
 * @see https://docs.github.com/rest/actions/oidc#delete-an-oidc-custom-property-inclusion-for-an-organization
 */
export const removeOidcProperty = operation(
  "DELETE /orgs/{org}/actions/oidc/customization/properties/repo/{custom_property_name}",
  () => ({
    success: { 204: undefined },
    otherStatuses: [400, 403, 404],
    access: permissionAccess("organization_administration", "write", ["admin:org"], { roles: ["organization-owner"] }),
    retry: "idempotent",
    editions: CLOUD_EDITIONS,
  }),
);
