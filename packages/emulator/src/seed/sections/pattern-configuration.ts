import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import {
  type ConfigurationOwner,
  CustomSetting,
  configurationOf,
  createCustomPattern,
  customTokenType,
  ProviderSetting,
  setAlerts,
  setProviderSetting,
} from "../../state/pattern-configurations.ts";
import { PROVIDER_PATTERNS } from "../../state/provider-patterns.ts";
import { count } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

/** How often it was found, found wrongly, and pushed all the same. */
const alerts = () => ({ alerts: count(), false_positives: count(), bypassed: count() });

const PatternConfiguration = z.strictObject({
  /** Kinds of secret that the service knows, by their types. */
  provider: z._default(
    z.record(z.string(), z.strictObject({ setting: z._default(ProviderSetting, "not-set"), ...alerts() })),
    {},
  ),
  /** Kinds of its own, by their slugs. */
  custom: z._default(
    z.record(
      z.string(),
      z.strictObject({ name: z.optional(z.string()), setting: z._default(CustomSetting, "disabled"), ...alerts() }),
    ),
    {},
  ),
});

/** How an organization's push protection treats secrets, and what it found. */
export const organizationPatterns = section(PatternConfiguration, (planting, organization: Account, told, path) =>
  plant(planting, { organizationId: organization.id }, told, path),
);

/** How an enterprise's push protection treats secrets, and what it found. */
export const enterprisePatterns = section(PatternConfiguration, (planting, enterprise: Enterprise, told, path) =>
  plant(planting, { enterpriseId: enterprise.id }, told, path),
);

function plant(
  { db }: Planting,
  owner: ConfigurationOwner,
  { provider, custom }: z.output<typeof PatternConfiguration>,
  path: SeedPath,
): void {
  const { id } = configurationOf(db, owner);
  for (const [token_type, { setting, alerts: total, ...found }] of Object.entries(provider)) {
    if (!PROVIDER_PATTERNS.some((pattern) => pattern.token_type === token_type)) {
      const known = PROVIDER_PATTERNS.map((pattern) => pattern.token_type).join(", ");
      throw new SeedProblem([...path, "provider", token_type], `is no kind of secret; there are ${known}`);
    }
    setProviderSetting(db, id, token_type, setting);
    setAlerts(db, id, { token_type, total, ...found });
  }
  for (const [slug, { name, setting, alerts: total, ...found }] of Object.entries(custom)) {
    const pattern = createCustomPattern(db, id, { slug, display_name: name ?? slug, setting });
    setAlerts(db, id, { token_type: customTokenType(pattern), total, ...found });
  }
}
