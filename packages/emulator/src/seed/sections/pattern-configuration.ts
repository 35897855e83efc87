import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import {
  CustomSetting,
  createCustomPattern,
  customPatterns,
  customTokenType,
  PatternExpressions,
  PatternState,
} from "../../state/custom-patterns.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import {
  type ConfigurationOwner,
  configurationOf,
  ProviderSetting,
  setAlerts,
  setProviderSetting,
} from "../../state/pattern-configurations.ts";
import { wrongExpressions } from "../../state/pattern-expressions.ts";
import { PROVIDER_PATTERNS } from "../../state/provider-patterns.ts";
import { count } from "../fields.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

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
      z.strictObject({
        name: z.optional(z.string()),
        ...PatternExpressions.shape,
        pattern: z.optional(z.string()),
        state: z._default(PatternState, "published"),
        setting: z._default(CustomSetting, "disabled"),
        created: z.optional(SeedTime),
        ...alerts(),
      }),
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
  planting: Planting,
  owner: ConfigurationOwner,
  { provider, custom }: z.output<typeof PatternConfiguration>,
  path: SeedPath,
): void {
  const { db } = planting;
  const { id } = configurationOf(db, owner);
  for (const [token_type, { setting, alerts: total, ...found }] of Object.entries(provider)) {
    if (!PROVIDER_PATTERNS.some((pattern) => pattern.token_type === token_type)) {
      const known = PROVIDER_PATTERNS.map((pattern) => pattern.token_type).join(", ");
      throw new SeedProblem([...path, "provider", token_type], `is no kind of secret; there are ${known}`);
    }
    setProviderSetting(db, id, token_type, setting);
    setAlerts(db, id, { token_type, total, ...found });
  }
  for (const [slug, { name = slug, created, alerts: total, false_positives, bypassed, ...told }] of Object.entries(
    custom,
  )) {
    const at = [...path, "custom", slug];
    planting.free(
      customPatterns(db, id).find((one) => one.name.toLowerCase() === name.toLowerCase()),
      [...at, "name"],
    );
    if (told.setting === "enabled" && told.state !== "published") {
      throw new SeedProblem([...at, "setting"], "only what is published can be protected");
    }
    const expressions = { ...told, pattern: told.pattern ?? `${slug}-[0-9]{6}` };
    const wrong = wrongExpressions(expressions)[0];
    if (wrong) throw new SeedProblem([...at, wrong.field], "is no expression that can be looked for");
    const pattern = createCustomPattern(db, id, { ...expressions, slug, name }, planting.at(created));
    setAlerts(db, id, { token_type: customTokenType(pattern), total, false_positives, bypassed });
  }
}
