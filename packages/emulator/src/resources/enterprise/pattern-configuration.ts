import { getEnterprisePatternConfiguration, updateEnterprisePatternConfiguration } from "@forgehand/core/operations";
import { enterpriseHandler } from "../../http/handler.ts";
import { renderPatternConfiguration } from "../../objects/pattern-configuration.ts";
import { patternConfigurationOf } from "../../state/pattern-configurations.ts";
import { changePatternConfiguration } from "../shared/pattern-configuration.ts";

export const enterprisePatternConfiguration = [
  enterpriseHandler(getEnterprisePatternConfiguration, (_input, { context: { db }, enterprise }) =>
    renderPatternConfiguration(db, patternConfigurationOf(db, { enterprise_id: enterprise.id }), undefined),
  ),

  enterpriseHandler(updateEnterprisePatternConfiguration, ({ enterprise: _, ...update }, { context, enterprise }) => ({
    pattern_config_version: changePatternConfiguration(context, { enterprise_id: enterprise.id }, update),
  })),
];
