import {
  getOrganizationPatternConfiguration,
  updateOrganizationPatternConfiguration,
} from "@forgehand/core/operations";
import { onOrganization } from "../../http/call.ts";
import { renderPatternConfiguration } from "../../objects/pattern-configuration.ts";
import { configurationOf, providerSettings } from "../../state/pattern-configurations.ts";
import { changePatternConfiguration } from "../families/pattern-configuration.ts";

export const organizationPatternConfiguration = [
  onOrganization(getOrganizationPatternConfiguration, (_input, { world: { db }, organization }) => {
    const { id: organizationId, enterprise_id: enterpriseId } = organization;
    const above = enterpriseId === null ? undefined : providerSettings(db, configurationOf(db, { enterpriseId }).id);
    return renderPatternConfiguration(db, configurationOf(db, { organizationId }), above);
  }),

  onOrganization(updateOrganizationPatternConfiguration, ({ org: _, ...update }, { world, organization }) => ({
    pattern_config_version: changePatternConfiguration(world, { organizationId: organization.id }, update),
  })),
];
