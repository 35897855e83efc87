import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { RepositoryRule } from "../../objects/rules.ts";
import { RulesetConditions } from "../../objects/ruleset.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

const previousText = /* @__PURE__ */ lazy(() => z.optional(z.looseObject({ from: z.optional(z.string()) })));
const previousTexts = /* @__PURE__ */ lazy(() => z.optional(z.looseObject({ from: z.optional(z.array(z.string())) })));

/** Changes of an edited ruleset: previous values, and conditions and rules that were added, deleted or updated. */
export interface RulesetChanges extends SchemaOutput<typeof rulesetChangesSchema> {}
const rulesetChangesSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(previousText(), "name", "enforcement"),
    conditions: z.optional(
      z.looseObject({
        ...fieldsWith(z.optional(z.array(RulesetConditions())), "added", "deleted"),
        updated: z.optional(
          z.array(
            z.looseObject({
              condition: z.optional(RulesetConditions()),
              changes: z.optional(
                z.looseObject({
                  ...fieldsWith(previousText(), "condition_type", "target"),
                  ...fieldsWith(previousTexts(), "include", "exclude"),
                }),
              ),
            }),
          ),
        ),
      }),
    ),
    rules: z.optional(
      z.looseObject({
        ...fieldsWith(z.optional(z.array(RepositoryRule())), "added", "deleted"),
        updated: z.optional(
          z.array(
            z.looseObject({
              rule: z.optional(RepositoryRule()),
              changes: z.optional(z.looseObject(fieldsWith(previousText(), "configuration", "rule_type", "pattern"))),
            }),
          ),
        ),
      }),
    ),
  }),
);
export const RulesetChanges: NamedSchema<RulesetChanges> = rulesetChangesSchema;
