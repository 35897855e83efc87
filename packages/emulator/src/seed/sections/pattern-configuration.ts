import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import {
  CustomPatternSetting,
  createCustomPattern,
  customPatternsOf,
  customTokenType,
  PatternExpressions,
  PatternState,
} from "../../state/custom-patterns.ts";
import type { Enterprise } from "../../state/enterprises.ts";
import {
  type PatternConfigurationOwner,
  ProviderSetting,
  patternAlerts,
  patternConfigurationOf,
  providerSettings,
} from "../../state/pattern-configurations.ts";
import { invalidExpressions } from "../../state/pattern-expressions.ts";
import { PROVIDER_PATTERNS } from "../../state/provider-patterns.ts";
import { defineSection } from "../define-section.ts";
import { count } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError, type SeedPath } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

/** Numbers of alerts, false positives and push protection bypasses. */
const alertFields = () => ({ alerts: count(), false_positives: count(), bypassed: count() });

const PatternConfiguration = z.strictObject({
  /** Provider patterns, by token type. */
  provider: z._default(
    z.record(z.string(), z.strictObject({ setting: z._default(ProviderSetting, "not-set"), ...alertFields() })),
    {},
  ),
  /** Custom patterns, by slug. */
  custom: z._default(
    z.record(
      z.string(),
      z.strictObject({
        name: z.optional(z.string()),
        ...PatternExpressions.shape,
        pattern: z.optional(z.string()),
        state: z._default(PatternState, "published"),
        setting: z._default(CustomPatternSetting, "disabled"),
        created: z.optional(SeedTime),
        ...alertFields(),
      }),
    ),
    {},
  ),
});

/** Inserts an organization's push protection settings and alert counts. */
export const organizationPatterns = defineSection(PatternConfiguration, (context, organization: Account, input, path) =>
  insertPatternConfiguration(context, { organization_id: organization.id }, input, path),
);

/** Inserts an enterprise's push protection settings and alert counts. */
export const enterprisePatterns = defineSection(PatternConfiguration, (context, enterprise: Enterprise, input, path) =>
  insertPatternConfiguration(context, { enterprise_id: enterprise.id }, input, path),
);

function insertPatternConfiguration(
  context: SeedContext,
  owner: PatternConfigurationOwner,
  { provider, custom }: z.output<typeof PatternConfiguration>,
  path: SeedPath,
): void {
  const { db } = context;
  const { id } = patternConfigurationOf(db, owner);
  for (const [token_type, { setting, alerts: total, ...found }] of Object.entries(provider)) {
    if (!PROVIDER_PATTERNS.some((pattern) => pattern.token_type === token_type)) {
      const tokenTypes = PROVIDER_PATTERNS.map((pattern) => pattern.token_type).join(", ");
      throw new SeedError([...path, "provider", token_type], `must be one of ${tokenTypes}`);
    }
    providerSettings.put(db, { configuration_id: id, token_type, setting });
    patternAlerts.put(db, { configuration_id: id, token_type, total, ...found });
  }
  for (const [slug, { name = slug, created, alerts: total, false_positives, bypassed, ...input }] of Object.entries(
    custom,
  )) {
    const patternPath = [...path, "custom", slug];
    context.assertUnused(
      customPatternsOf(db, id).find((candidate) => candidate.name.toLowerCase() === name.toLowerCase()),
      [...patternPath, "name"],
    );
    if (input.setting === "enabled" && input.state !== "published") {
      throw new SeedError([...patternPath, "setting"], 'must not be "enabled" for an unpublished pattern');
    }
    const expressions = { ...input, pattern: input.pattern ?? `${slug}-[0-9]{6}` };
    const invalid = invalidExpressions(expressions)[0];
    if (invalid) throw new SeedError([...patternPath, invalid.field], "must be a valid pattern expression");
    const pattern = createCustomPattern(db, id, { ...expressions, slug, name }, context.toTimestamp(created));
    patternAlerts.put(db, {
      configuration_id: id,
      token_type: customTokenType(pattern),
      total,
      false_positives,
      bypassed,
    });
  }
}
