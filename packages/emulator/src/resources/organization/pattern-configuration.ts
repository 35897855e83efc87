import {
  getOrganizationPatternConfiguration,
  updateOrganizationPatternConfiguration,
} from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import { renderPatternConfiguration } from "../../objects/pattern-configuration.ts";
import { patternConfigurationOf, providerSettings } from "../../state/pattern-configurations.ts";
import { changePatternConfiguration } from "../shared/pattern-configuration.ts";

export const organizationPatternConfiguration = [
  organizationHandler(getOrganizationPatternConfiguration, (_input, { context: { db }, organization }) => {
    const { id: organizationId, enterprise_id: enterpriseId } = organization;
    const enterpriseSettings =
      enterpriseId === null ? undefined : providerSettings(db, patternConfigurationOf(db, { enterpriseId }).id);
    return renderPatternConfiguration(db, patternConfigurationOf(db, { organizationId }), enterpriseSettings);
  }),

  organizationHandler(updateOrganizationPatternConfiguration, ({ org: _, ...update }, { context, organization }) => ({
    pattern_config_version: changePatternConfiguration(context, { organizationId: organization.id }, update),
  })),
];
