import { createOrganizationRepository, listOrganizationRepositories } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { visibleRepositories } from "../../callers/visible.ts";
import { addTeamRepository } from "../../effects/teams.ts";
import { type OrganizationCall, organizationHandler, renderPage, requireActor } from "../../http/handler.ts";
import { customFieldError } from "../../http-error.ts";
import { renderRepository } from "../../objects/repository.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import { customProperties, PropertyValue, propertyValues } from "../../state/custom-properties.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { type Team, teamIdsQuery, teams } from "../../state/teams.ts";
import { createFromInput, renderNewRepository } from "../shared/new-repository.ts";

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

  organizationHandler(createOrganizationRepository, (input, call) => {
    const { context, organization } = call;
    const { db } = context;
    const team = readTeam(call, input.team_id);
    const properties = readProperties(call, input.custom_properties);
    return db.transaction(() => {
      const repository = createFromInput(call, organization, input);
      for (const [name, value] of properties) {
        propertyValues.insert(db, { repository_id: repository.id, name, value });
      }
      if (team) addTeamRepository({ context, organization, sender: requireActor(call) }, team, repository, "pull");
      return renderNewRepository(call, repository);
    });
  }),
];

/** @throws HttpError 422 if the organization has no such team */
function readTeam({ context, organization }: OrganizationCall, id: number | undefined): Team | undefined {
  const team = id === undefined ? undefined : teams.find(context.db, { id });
  if (team?.organization_id === organization.id) return team;
  if (id === undefined) return undefined;
  throw customFieldError("Repository", "team_id", `team ${id} does not exist`);
}

/**
 * Returns the values of custom properties, by name.
 * @throws HttpError 422 if the organization has no such property
 */
function readProperties({ context, organization }: OrganizationCall, input: object = {}) {
  return Object.entries(input).map(([name, given]: [string, unknown]) => {
    const value = z.safeParse(PropertyValue, given);
    if (value.success && customProperties.has(context.db, { organization_id: organization.id, name })) {
      return [name, value.data] as const;
    }
    throw customFieldError("Repository", "custom_properties", `property ${name} does not exist or has another type`);
  });
}

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
