import type { Input } from "@forgehand/core/contract";
import { listAssignedIssues, listUserIssues } from "@forgehand/core/operations";
import { grantedTo } from "../../callers/visible.ts";
import { userHandler } from "../../http/handler.ts";
import { anyOf, condition } from "../../search/qualifier-conditions.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { listCallersIssues } from "../shared/issue-lists.ts";

export const userIssues = [
  userHandler(listAssignedIssues, (query, call) => {
    const { user } = call;
    const isAnywhere = query.filter !== "repos" && query.filter !== "all";
    const scope = allOf([
      isAnywhere ? undefined : grantedTo(user.id),
      affiliated(user.id, query),
      query.pulls === false ? condition("p.id IS NULL") : undefined,
    ]);
    return listCallersIssues(call, user.id, query, scope);
  }),

  userHandler(listUserIssues, (query, call) => {
    const { user } = call;
    return listCallersIssues(call, user.id, query, anyOf([ownedBy(user.id), withCollaborator(user.id)]));
  }),
];

const ownedBy = (userId: number) => condition("r.owner_id = ?", userId);
const withCollaborator = (userId: number) =>
  condition("r.id IN (SELECT repository_id FROM collaborators WHERE user_id = ?)", userId);
const inOrganizations = (userId: number) =>
  condition("r.owner_id IN (SELECT organization_id FROM members WHERE user_id = ?)", userId);

/**
 * Matches the repositories of the requested kinds: those that are `true`. If none is, all but those that are `false`.
 */
function affiliated(
  userId: number,
  { owned, collab, orgs }: Pick<Input<typeof listAssignedIssues>, "owned" | "collab" | "orgs">,
): Condition {
  const kinds = [
    { isWanted: owned, repositories: ownedBy(userId) },
    { isWanted: collab, repositories: withCollaborator(userId) },
    { isWanted: orgs, repositories: inOrganizations(userId) },
  ];
  const wanted = kinds.filter(({ isWanted }) => isWanted === true);
  if (wanted.length > 0) return anyOf(wanted.map(({ repositories }) => repositories));
  const unwanted = kinds.filter(({ isWanted }) => isWanted === false);
  return allOf(unwanted.map(({ repositories: { sql, values } }) => ({ sql: `NOT (${sql})`, values })));
}
