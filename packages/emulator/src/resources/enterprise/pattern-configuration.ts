import { getEnterprisePatternConfiguration, updateEnterprisePatternConfiguration } from "@forgehand/core/operations";
import { onEnterprise } from "../../http/call.ts";
import { renderPatternConfiguration } from "../../objects/pattern-configuration.ts";
import { configurationOf } from "../../state/pattern-configurations.ts";
import { changePatternConfiguration } from "../families/pattern-configuration.ts";

export const enterprisePatternConfiguration = [
  onEnterprise(getEnterprisePatternConfiguration, (_input, { world: { db }, enterprise }) =>
    renderPatternConfiguration(db, configurationOf(db, { enterpriseId: enterprise.id }), undefined),
  ),

  onEnterprise(updateEnterprisePatternConfiguration, ({ enterprise: _, ...update }, { world, enterprise }) => ({
    pattern_config_version: changePatternConfiguration(world, { enterpriseId: enterprise.id }, update),
  })),
];
