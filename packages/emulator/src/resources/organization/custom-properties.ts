import { listOrganizationCustomPropertyValues } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { allOf } from "../../state/condition.ts";
import { propertiesOf } from "../../state/custom-properties.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { parseRepositoryQuery } from "./repository-query.ts";

const ORDER = { sort: "full_name", direction: "asc" } as const;

export const customProperties = [
  organizationHandler(listOrganizationCustomPropertyValues, ({ repository_query = "" }, call) => {
    const { context, caller, organization, page } = call;
    if (!hasRole(context, "organization-member", caller, call)) {
      throw forbidden("Must be a member of the organization.");
    }
    const condition = allOf([visibleRepositories(caller), parseRepositoryQuery(repository_query)]);
    const rowPage = repositoriesOf(context.db, organization.id, condition, ORDER, page);
    const properties = propertiesOf(
      context.db,
      rowPage.rows.map(({ id }) => id),
    );
    return renderPage(call, rowPage, ({ id, name }) => ({
      repository_id: id,
      repository_name: name,
      repository_full_name: `${organization.login}/${name}`,
      properties: [...(properties.get(id) ?? [])],
    }));
  }),
];
