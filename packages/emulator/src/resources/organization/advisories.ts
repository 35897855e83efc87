import { isScoped } from "@forgehand/core/contract";
import { listOrganizationAdvisories } from "@forgehand/core/operations";
import { callerGrant } from "../../callers/permission.ts";
import { organizationHandler } from "../../http/handler.ts";
import { repositoriesWithAdvisories } from "../../state/advisories.ts";
import { listAdvisories } from "../shared/advisories.ts";

export const organizationAdvisories = [
  organizationHandler(listOrganizationAdvisories, (input, call) => {
    const { context, organization, caller } = call;
    // Owners and security managers see every advisory. Repository-scoped tokens see those of their repositories.
    const canSeeAll = caller.token !== undefined && isScoped(caller.token.kind);
    const visibleRepositories = repositoriesWithAdvisories(context.db, organization.id).filter(
      (repository) => canSeeAll || callerGrant(context, caller, repository) !== "none",
    );
    return listAdvisories(call, input, {
      repositoryIds: visibleRepositories.map(({ id }) => id),
      reader: "everything",
    });
  }),
];
