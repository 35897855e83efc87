import { Organization } from "../objects/organization.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { USER_TOKENS } from "../permission-access.ts";

/**
 * Lists the organizations that the caller is a member of and the token can see.
 * @see https://docs.github.com/rest/orgs/orgs#list-organizations-for-the-authenticated-user
 */
export const listOrganizations = operation("GET /user/orgs", () => ({
  ...list(Organization.schema()),
  otherStatuses: [304, 401, 403],
  access: {
    tokens: USER_TOKENS,
    requirements: [[{ scope: "read:org" }], [{ scope: "user" }], [{ scope: "repo", source: "recording" }]],
  },
}));
