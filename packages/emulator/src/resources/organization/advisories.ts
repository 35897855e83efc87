import { isScoped } from "@forgehand/core/contract";
import { listOrganizationAdvisories } from "@forgehand/core/operations";
import { grantOfCaller } from "../../callers/reach.ts";
import { onOrganization } from "../../http/call.ts";
import { repositoriesWithAdvisories } from "../../state/advisories.ts";
import { listedAdvisories } from "../families/advisories.ts";

export const organizationAdvisories = [
  onOrganization(listOrganizationAdvisories, (input, call) => {
    const { world, organization, caller } = call;
    // Owners and security managers see them all; tokens that are given repositories, those of theirs.
    const seesAll = caller.token !== undefined && isScoped(caller.token.kind);
    const shown = repositoriesWithAdvisories(world.db, organization.id).filter(
      (repository) => seesAll || grantOfCaller(world, caller, repository) !== "none",
    );
    return listedAdvisories(call, input, { repositoryIds: shown.map(({ id }) => id), reader: "everything" });
  }),
];
