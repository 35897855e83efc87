import { listOrganizationRepositories } from "@forgehand/core/operations";
import { visibleTo } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { renderRepository } from "../../objects/repository.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { teamIdsQuery } from "../../state/teams.ts";

export const repositories = [
  onOrganization(listOrganizationRepositories, (input, call) => {
    const { world, caller, organization, window } = call;
    const { type = "all", sort = "created" } = input;
    const { direction = sort === "full_name" ? "asc" : "desc" } = input;
    const ofType = type === "member" ? letInto(caller.user?.id) : TYPES[type];
    const condition = allOf([visibleTo(caller), ofType]);
    return listed(
      call,
      repositoriesOf(world.db, organization.id, condition, { sort, direction }, window),
      (repository) => renderRepository(world, repository, caller),
    );
  }),
];

const TYPES: Readonly<Record<string, Condition>> = {
  public: { sql: "r.private = 0", values: [] },
  private: { sql: "r.private = 1", values: [] },
  forks: { sql: "r.parent_id IS NOT NULL", values: [] },
  sources: { sql: "r.parent_id IS NULL", values: [] },
};

/** Those that somebody was let into, by name or through a team. */
function letInto(userId: number | undefined): Condition {
  const sql = `EXISTS (SELECT 1 FROM collaborators c WHERE c.repository_id = r.id
    AND (c.user_id = ? OR c.team_id IN (${teamIdsQuery("?")})))`;
  return { sql, values: [userId ?? null, userId ?? null] };
}
