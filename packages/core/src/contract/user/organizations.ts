import { USER_TOKENS } from "../allow.ts";
import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** The organizations that the caller is a member of, as far as the token may see them (public description). */
export const listOrganizations = /* @__PURE__ */ operation("GET /user/orgs", () => ({
  ...list(Organization()),
  otherStatuses: [304, 401, 403],
  access: { tokens: USER_TOKENS, needs: [[{ scope: "read:org" }], [{ scope: "user" }]] },
}));
