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
import { eachEntry, SeedError } from "../seed-error.ts";
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
export const organizationPatterns = defineSection(PatternConfiguration, (context, { id }: Account, input) =>
  insertPatternConfiguration(context, { organization_id: id }, input),
);

/** Inserts an enterprise's push protection settings and alert counts. */
export const enterprisePatterns = defineSection(PatternConfiguration, (context, { id }: Enterprise, input) =>
  insertPatternConfiguration(context, { enterprise_id: id }, input),
);

function insertPatternConfiguration(
  context: SeedContext,
  owner: PatternConfigurationOwner,
  { provider, custom }: z.output<typeof PatternConfiguration>,
): void {
  const { db } = context;
  const { id } = patternConfigurationOf(db, owner);
  eachEntry(["provider"], provider, (token_type, { setting, alerts: total, ...found }) => {
    if (!PROVIDER_PATTERNS.some((pattern) => pattern.token_type === token_type)) {
      const tokenTypes = PROVIDER_PATTERNS.map((pattern) => pattern.token_type).join(", ");
      throw new SeedError([], `must be one of ${tokenTypes}`);
    }
    providerSettings.put(db, { configuration_id: id, token_type, setting });
    patternAlerts.put(db, { configuration_id: id, token_type, total, ...found });
  });
  eachEntry(["custom"], custom, (slug, pattern) => {
    const { name = slug, created, alerts: total, false_positives, bypassed, ...input } = pattern;
    const isSame = (other: { readonly name: string }) => other.name.toLowerCase() === name.toLowerCase();
    context.assertUnused(customPatternsOf(db, id).find(isSame), "name");
    if (input.setting === "enabled" && input.state !== "published") {
      throw new SeedError(["setting"], 'must not be "enabled" for an unpublished pattern');
    }
    const expressions = { ...input, pattern: input.pattern ?? `${slug}-[0-9]{6}` };
    const invalid = invalidExpressions(expressions)[0];
    if (invalid) throw new SeedError([invalid.field], "must be a valid pattern expression");
    const created_at = context.toTimestamp(created);
    const token_type = customTokenType(createCustomPattern(db, id, { ...expressions, slug, name }, created_at));
    patternAlerts.put(db, { configuration_id: id, token_type, total, false_positives, bypassed });
  });
}
