import { getOrganizationSubjectTemplate, setOrganizationSubjectTemplate } from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import * as state from "../../state/subject-templates.ts";

export const oidc = [
  onOrganization(getOrganizationSubjectTemplate, (_input, { world, organization }) => ({
    include_claim_keys: state.organizationTemplate(world.db, organization.id),
  })),

  onOrganization(setOrganizationSubjectTemplate, ({ include_claim_keys }, { world, organization }) => {
    state.setOrganizationTemplate(world.db, organization.id, include_claim_keys ?? []);
    return undefined;
  }),
];
