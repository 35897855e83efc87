import * as z from "zod/mini";
import { type Access, GIVEN_TOKENS, type Level } from "../access.ts";
import { claimKeys } from "../fields.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/** An organization's OIDC subject template (document 2); it holds for repositories that opted in. */
export interface OrganizationSubjectTemplate extends z.output<ReturnType<typeof OrganizationSubjectTemplate>> {}
export const OrganizationSubjectTemplate = /* @__PURE__ */ once(() =>
  z.looseObject({ include_claim_keys: z.array(z.string()) }),
);

const access = (level: Level): Access => ({
  tokens: GIVEN_TOKENS,
  needs: [
    [{ permission: "organization_administration", level }],
    [{ scope: level === "read" ? "read:org" : "write:org" }],
  ],
  role: level === "read" ? "organization-member" : "organization-owner",
});

/** An organization's subject template (document 2, OIDC subject template). */
export const getOrganizationSubjectTemplate = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/oidc/customization/sub",
  () => ({
    success: { 200: OrganizationSubjectTemplate() },
    errors: [404],
    access: access("read"),
    retry: "safe",
  }),
);

/** Set an organization's subject template (document 2, OIDC subject template). */
export const setOrganizationSubjectTemplate = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/oidc/customization/sub",
  () => ({
    body: z.object({ include_claim_keys: claimKeys() }),
    success: { 201: undefined },
    errors: [403, 404],
    access: access("write"),
    retry: "idempotent",
  }),
);
