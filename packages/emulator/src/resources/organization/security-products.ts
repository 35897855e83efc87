import { setSecurityProduct } from "@forgehand/core/operations";
import { detachIfChanged, enforceSettings, updateFeatures } from "../../effects/repository-security.ts";
import { organizationHandler, requireActor } from "../../http/handler.ts";
import { ALL_ROWS } from "../../state/database.ts";
import { repositoryOf } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";
import { withFeature } from "../../state/repository-security.ts";

export const securityProducts = [
  // `query_suite` is ignored, because no response includes it.
  organizationHandler(setSecurityProduct, ({ security_product: product, enablement }, call) => {
    const { context, organization } = call;
    const { db } = context;
    const status = enablement === "enable_all" ? "enabled" : "disabled";
    const order = { sort: "created", direction: "asc" } as const;
    for (const repository of repositoriesOf(db, organization.id, NOT_ARCHIVED, order, ALL_ROWS).rows) {
      const requestedSettings = withFeature(repository.settings, product, status);
      updateFeatures(context, repository, enforceSettings(db, repository, requestedSettings), requireActor(call));
      detachIfChanged(db, repositoryOf(db, repository.id));
    }
  }),
];

/** Archived repositories are read-only. */
const NOT_ARCHIVED = { sql: "r.archived = 0", values: [] };
