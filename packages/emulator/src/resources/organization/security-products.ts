import { setSecurityProduct } from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import { EVERY } from "../../state/database.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { withFeature } from "../../state/repository-security.ts";
import { heldSettings, leaveConfiguration, switchFeatures } from "../families/repository-security.ts";

export const securityProducts = [
  // The suite of queries shows nowhere in the API, so nothing is made of it.
  onOrganization(setSecurityProduct, ({ security_product: product, enablement }, call) => {
    const { world, organization, caller } = call;
    const { db } = world;
    const status = enablement === "enable_all" ? "enabled" : "disabled";
    const order = { sort: "created", direction: "asc" } as const;
    for (const repository of repositoriesOf(db, organization.id, NOT_ARCHIVED, order, EVERY).rows) {
      const wanted = withFeature(repository.settings, product, status);
      switchFeatures(world, repository, heldSettings(db, repository, wanted), caller.user ?? organization);
      leaveConfiguration(db, repositoryOf(db, repository.id));
    }
    return undefined;
  }),
];

/** Archived repositories are read-only. */
const NOT_ARCHIVED = { sql: "r.archived = 0", values: [] };
