import { listOrganizationIssues } from "@forgehand/core/operations";
import { organizationHandler, requireUser } from "../../http/handler.ts";
import { condition, NEVER } from "../../search/qualifier-conditions.ts";
import { allOf } from "../../state/condition.ts";
import { listCallersIssues } from "../shared/issue-lists.ts";

export const organizationIssues = [
  organizationHandler(listOrganizationIssues, ({ type, ...query }, call) => {
    const inOrganization = condition("r.owner_id = ?", call.organization.id);
    const scope = allOf([inOrganization, withType(type)]);
    return listCallersIssues(call, requireUser(call).id, query, scope);
  }),
];

/** Matches issues of a type. The emulator has no types, so each issue has none. */
export function withType(type = "none") {
  return type === "none" ? undefined : NEVER;
}
