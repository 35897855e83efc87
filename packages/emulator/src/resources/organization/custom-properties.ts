import { listOrganizationCustomPropertyValues } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleTo } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { forbidden } from "../../http/refusal.ts";
import { allOf } from "../../state/condition.ts";
import { propertiesOf } from "../../state/custom-properties.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { readRepositoryQuery } from "./repository-query.ts";

const ORDER = { sort: "full_name", direction: "asc" } as const;

export const customProperties = [
  onOrganization(listOrganizationCustomPropertyValues, ({ repository_query = "" }, call) => {
    const { world, caller, organization, window } = call;
    if (!hasRole(world, "organization-member", caller, call)) {
      throw forbidden("Must be a member of the organization.");
    }
    const condition = allOf([visibleTo(caller), readRepositoryQuery(repository_query)]);
    const part = repositoriesOf(world.db, organization.id, condition, ORDER, window);
    const properties = propertiesOf(
      world.db,
      part.rows.map(({ id }) => id),
    );
    return listed(call, part, ({ id, name }) => ({
      repository_id: id,
      repository_name: name,
      repository_full_name: `${organization.login}/${name}`,
      properties: [...(properties.get(id) ?? [])],
    }));
  }),
];
