import { listOrganizationRepositories } from "@forgehand/core/operations";
import { visibleRepositories } from "../../callers/visible.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { renderRepository } from "../../objects/repository.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { teamIdsQuery } from "../../state/teams.ts";

export const repositories = [
  organizationHandler(listOrganizationRepositories, (input, call) => {
    const { context, caller, organization, page } = call;
    const { type = "all", sort = "created" } = input;
    const { direction = sort === "full_name" ? "asc" : "desc" } = input;
    const typeCondition = type === "member" ? sharedWith(caller.user?.id) : TYPE_CONDITIONS[type];
    const condition = allOf([visibleRepositories(caller), typeCondition]);
    return renderPage(
      call,
      repositoriesOf(context.db, organization.id, condition, { sort, direction }, page),
      (repository) => renderRepository(context, repository, caller),
    );
  }),
];

const TYPE_CONDITIONS: Readonly<Record<string, Condition>> = {
  public: { sql: "r.private = 0", values: [] },
  private: { sql: "r.private = 1", values: [] },
  forks: { sql: "r.parent_id IS NOT NULL", values: [] },
  sources: { sql: "r.parent_id IS NULL", values: [] },
};

/** Matches repositories that the user can access as a collaborator or through a team. */
function sharedWith(userId: number | undefined): Condition {
  const sql = `EXISTS (SELECT 1 FROM collaborators c WHERE c.repository_id = r.id
    AND (c.user_id = ? OR c.team_id IN (${teamIdsQuery("?")})))`;
  return { sql, values: [userId ?? null, userId ?? null] };
}
