import * as z from "zod/mini";
import { AS_APP, allow } from "../allow.ts";
import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

/** The app's own installation for an organization (public description). */
export const getOrganizationInstallation = /* @__PURE__ */ operation("GET /orgs/{org}/installation", () => ({
  success: { 200: Installation() },
  access: AS_APP,
  retry: "safe",
}));

/** The apps installed for an organization (document 1, permission matrix; shape: public description). */
export const listOrganizationInstallations = /* @__PURE__ */ operation("GET /orgs/{org}/installations", () => ({
  ...wrappedList({ installations: z.array(Installation()) }),
  access: allow("organization_administration", "read", ["admin:org"], { roles: ["organization-owner"] }),
}));
