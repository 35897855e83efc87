import { getOrganizationSubjectTemplate, setOrganizationSubjectTemplate } from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import { renderOrganizationTemplate } from "../../objects/subject-template.ts";
import { organizationTemplate, setOrganizationTemplate } from "../../state/subject-templates.ts";

export const oidc = [
  onOrganization(getOrganizationSubjectTemplate, (_input, { world, organization }) =>
    renderOrganizationTemplate(world, organization),
  ),

  onOrganization(setOrganizationSubjectTemplate, (input, { world: { db }, organization }) => {
    const before = organizationTemplate(db, organization.id);
    setOrganizationTemplate(db, organization.id, {
      keys: input.include_claim_keys ?? before.keys,
      immutable: input.use_immutable_subject ?? before.immutable,
    });
    return undefined;
  }),
];
