import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { RepositoryRule } from "../../objects/rules.ts";
import { RulesetConditions } from "../../objects/ruleset.ts";
import { fieldsWith, namedObject } from "../../schema.ts";

const previousText = lazy(() => z.optional(z.looseObject({ from: z.optional(z.string()) })));
const previousTexts = lazy(() => z.optional(z.looseObject({ from: z.optional(z.array(z.string())) })));

/** Changes of an edited ruleset: previous values, and conditions and rules that were added, deleted or updated. */
export class RulesetChanges extends namedObject(() => ({
  ...fieldsWith(previousText(), "name", "enforcement"),
  conditions: z.optional(
    z.looseObject({
      ...fieldsWith(z.optional(z.array(RulesetConditions.schema())), "added", "deleted"),
      updated: z.optional(
        z.array(
          z.looseObject({
            condition: z.optional(RulesetConditions.schema()),
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
      ...fieldsWith(z.optional(z.array(RepositoryRule.schema())), "added", "deleted"),
      updated: z.optional(
        z.array(
          z.looseObject({
            rule: z.optional(RepositoryRule.schema()),
            changes: z.optional(z.looseObject(fieldsWith(previousText(), "configuration", "rule_type", "pattern"))),
          }),
        ),
      ),
    }),
  ),
})) {}
