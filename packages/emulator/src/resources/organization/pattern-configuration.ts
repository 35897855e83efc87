import {
  getOrganizationPatternConfiguration,
  updateOrganizationPatternConfiguration,
} from "@forgehand/core/operations";
import { organizationHandler } from "../../http/handler.ts";
import { renderPatternConfiguration } from "../../objects/pattern-configuration.ts";
import { patternConfigurationOf, providerSettingsOf } from "../../state/pattern-configurations.ts";
import { changePatternConfiguration } from "../shared/pattern-configuration.ts";

export const organizationPatternConfiguration = [
  organizationHandler(getOrganizationPatternConfiguration, (_input, { context: { db }, organization }) => {
    const { id: organizationId, enterprise_id: enterpriseId } = organization;
    const enterpriseSettings =
      enterpriseId === null
        ? undefined
        : providerSettingsOf(db, patternConfigurationOf(db, { enterprise_id: enterpriseId }).id);
    return renderPatternConfiguration(
      db,
      patternConfigurationOf(db, { organization_id: organizationId }),
      enterpriseSettings,
    );
  }),

  organizationHandler(updateOrganizationPatternConfiguration, ({ org: _, ...update }, { context, organization }) => ({
    pattern_config_version: changePatternConfiguration(context, { organization_id: organization.id }, update),
  })),
];
